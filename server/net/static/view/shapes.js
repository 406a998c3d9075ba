/** How each shape of question is answered: buttons for options, steppers for points, lists for orders. */

import { ends, remedied, whyNot } from "../core/answers.js";
import { faceOf, title } from "../core/names.js";
import { thingOf } from "../core/offers.js";
import { T } from "../texts/en.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/** An option as a button. `more` may hold a reason against it, and whether it is picked. */
function optionButton(ask, option, onclick, more = {}) {
  const number = ask.number();
  const thing = thingOf(option.key);
  const hover = (on) => () => { ask.app.ui.hover = on ? thing : ""; ask.app.render(); };
  const isOff = Boolean(more.reason) && !more.isPicked && !more.canBend;
  return h("button", {
    class: `option ${more.isPicked ? "picked" : ""} ${isOff ? "off" : ""} ${more.canBend ? "bends" : ""}`, key: option.key, "data-key": option.key,
    "aria-pressed": more.isPicked === undefined ? null : String(more.isPicked),
    "aria-disabled": isOff ? "true" : null, disabled: ask.isSent, title: more.reason || null,
    "data-number": number || null, onclick: isOff ? null : onclick,
    onmouseenter: hover(true), onmouseleave: hover(false), onfocus: hover(true), onblur: hover(false),
  },
  number && h("kbd", { "aria-hidden": "true" }, number),
  more.mark && h("span", { class: "mark" }, more.mark),
  h("span", { class: "words" }, textOf(option), noteOf(option), isOff && !more.isTold && h("small", { class: "reason" }, more.reason)));
}

const FORMS = new Set(["light-weapon", "heavy-weapon", "defensive", "ranged-weapon", "magic"]);

function textOf(option) {
  if (FORMS.has(option.text)) return [icon(option.text), title(option.text)];
  const rolled = /^(.+): ([a-z-]+(?::\S+)?)$/.exec(option.text);
  if (rolled) return `${rolled[1]}: ${faceOf(rolled[1].toLowerCase().replaceAll(" ", "-"), rolled[2])}`;
  return /^[a-z]+(-[a-z]+)+$/.test(option.text) ? title(option.text) : option.text;
}

const noteOf = (option) => option.note && h("small", { key: "note" }, option.note);

export function oneShape(ask) {
  return h("div", { class: "options" }, ask.question.shape.options.map((option) =>
    optionButton(ask, option, () => ask.answer([option.key]))));
}

function toggle(ask, key) {
  return () => {
    ask.app.drafts.toggle(ask.question, key);
    ask.change();
  };
}

export function someShape(ask) {
  const { shape } = ask.question;
  return h("div", { class: "options" },
    h("p", { class: "hint" }, T.pickSpan(shape.low, shape.high)),
    shape.options.map((option) => {
      const at = ask.picks.indexOf(option.key);
      const mark = at >= 0 && shape.high > 1 ? `${at + 1}.` : "";
      return optionButton(ask, option, toggle(ask, option.key), { isPicked: at >= 0, mark });
    }));
}

export function orderShape(ask) {
  const { question, picks, app } = ask;
  const texts = new Map(question.shape.options.map((option) => [option.key, option]));
  const shift = (key, by) => () => {
    app.drafts.shift(question, key, by);
    ask.change();
  };
  return h("ol", { class: "order" }, h("li", { class: "hint", key: "hint" }, T.order), picks.map((key, at) => {
    const option = texts.get(key);
    return h("li", { key }, h("span", { class: "words" }, `${at + 1}. ${option.text}`, noteOf(option)),
      h("button", { "aria-label": `${T.up}: ${option.text}`, disabled: at === 0, onclick: shift(key, -1) }, "▲"),
      h("button", { "aria-label": `${T.down}: ${option.text}`, disabled: at === picks.length - 1, onclick: shift(key, 1) }, "▼"));
  }));
}

export function splitShape(ask) {
  const { question, picks, app } = ask;
  const { shape } = question;
  const share = (key, by) => () => {
    app.drafts.share(question, key, by);
    ask.change();
  };
  return h("div", { class: "split" }, h("p", { class: "hint" }, T.points(picks.length, shape.points)),
    shape.options.map((option, at) => {
      const count = picks.filter((pick) => pick === option.key).length;
      const cap = shape.caps[at] ?? shape.points;
      return h("div", { class: "line", key: option.key }, h("span", { class: "words" }, option.text, noteOf(option)),
        h("button", { "aria-label": `${T.less}: ${option.text}`, disabled: count === 0, onclick: share(option.key, -1) }, "−"),
        h("output", null, count),
        h("button", {
          "aria-label": `${T.more}: ${option.text}`, "data-number": ask.number() || null, "data-key": option.key,
          disabled: count >= cap || picks.length >= shape.points, onclick: share(option.key, 1),
        }, "+"));
    }));
}

export function routeShape(ask) {
  const { question, picks, app } = ask;
  const goals = [...ends(question.shape)].sort((a, b) => a[1].cost - b[1].cost);
  return h("details", { class: "routes", key: "routes" }, h("summary", null, T.pickHex),
    h("div", { class: "options hexes" }, goals.map(([key, way]) => {
      const option = { key, text: key, note: [T.cost(way.cost, question.shape.budget), ...way.notes].join(", ") };
      const choose = () => {
        app.drafts.set(question, way.picks);
        ask.change();
      };
      return optionButton({ ...ask, number: () => "" }, option, choose, { isPicked: picks.join() === way.picks.join() });
    })));
}

export function planShape(ask) {
  const { question, picks } = ask;
  const { shape } = question;
  return h("div", { class: "plan" }, shape.slots.map((slot) => {
    const reasons = slot.options.map((option) => whyNot(shape, picks, option.key));
    const canBend = slot.options.map((option, at) => Boolean(reasons[at] && remedied(shape, picks, option.key)));
    return h("fieldset", { key: slot.name, class: `slot ${slot.name}` },
      h("legend", null, title(slot.name), h("small", null, ` ${slot.options.length ? T.pickSpan(slot.low, slot.high) : T.nothingInReach}`)),
      h("div", { class: `options ${slot.options.length > 6 ? "dense" : ""}` }, slot.options.map((option, at) =>
        optionButton(ask, option, toggle(ask, option.key), {
          isPicked: picks.includes(option.key), reason: reasons[at], isTold: true,
          canBend: canBend[at],
        }))),
      [...new Set(reasons.filter(Boolean))].map((reason) => h("p", { key: reason, class: "reason" },
        reason, canBend.some((can, at) => can && reasons[at] === reason) && ` ${T.bends}`)));
  }));
}
