/** The campaigns that somebody plays: in the lobby with what each waits for, on a table's page what comes next. */

import type { TableId } from "../protocol.ts";
import type { App } from "../app.ts";
import { settingsArray } from "../core/again.ts";
import type { OwnCampaign } from "../core/messages.ts";
import { CAMPAIGNS } from "../texts/en.ts";
import { h } from "./dom.ts";
import { menuLine } from "./menus.ts";

const encounterName = (app: App, id: string) => app.lexicon.piece("encounters", id);

/** The encounter that may come before a campaign, and where a first one begins. */
const PROLOGUE = "jailbreak";
const FIRST_PROVINCE = "black-marsh";

/** What a campaign waits for, in words; "" where nothing is known of it. */
function waitingWords(app: App, one: OwnCampaign): string {
  if (one.phase === "won" || one.phase === "lost") return CAMPAIGNS[one.phase];
  const battle = one.battle && CAMPAIGNS.fights(encounterName(app, one.battle));
  const waits = one.yours ? CAMPAIGNS.waitsForYou : one.waits.length > 0 && CAMPAIGNS.waitsFor(one.waits);
  return [battle, waits].filter(Boolean).join("; ");
}

/** The player's campaigns, those first that wait for them. */
export function campaignsCard(app: App, visit: (table: TableId) => void) {
  if (!app.campaigns.length) return false;
  return h(
    "section",
    { class: "card", key: "campaigns" },
    h("h2", null, CAMPAIGNS.mine),
    h(
      "ul",
      { class: "plain" },
      app.campaigns.map((one) =>
        h(
          "li",
          { key: one.table, class: "line" },
          h(
            "span",
            null,
            h("strong", null, CAMPAIGNS.place(encounterName(app, one.encounter), one.part, one.day)),
            h("br"),
            h("small", null, [one.name, waitingWords(app, one)].filter(Boolean).join(" · ")),
          ),
          h(
            "button",
            { class: one.yours ? "primary" : "", onclick: () => visit(one.table) },
            one.phase === "won" || one.phase === "lost" ? CAMPAIGNS.look : CAMPAIGNS.goOn,
          ),
        ),
      ),
    ),
  );
}

/** On a table's page: which session of its campaign a start begins, and a way to begin another one instead. */
export function campaignLine(app: App) {
  const { atTable, leads } = app.session;
  const { campaign, phase } = atTable;
  if (phase === "playing") return false;
  if (!campaign) return leads && prologueChoice(app);
  if (campaign.phase === "won" || campaign.phase === "lost")
    return h("p", { key: "campaign" }, campaign.phase === "won" ? CAMPAIGNS.isWon : CAMPAIGNS.isLost);
  return h(
    "div",
    { key: "campaign" },
    h("p", null, CAMPAIGNS.next(encounterName(app, campaign.encounter), campaign.part)),
    leads &&
      h(
        "label",
        { class: "check", title: CAMPAIGNS.anewText },
        h("input", {
          type: "checkbox",
          id: "anew",
          checked: atTable.settings.options["campaign"] === "anew",
          onchange: (event) => turnAnew(app, event.target.checked),
        }),
        CAMPAIGNS.anew,
      ),
  );
}

/** After a Jailbreak that was played here: a way to begin a campaign with its party. */
function prologueChoice(app: App) {
  const { battles, settings } = app.session.atTable;
  const last = battles.at(-1);
  if (last?.encounter !== PROLOGUE || last.lost || settings.encounter !== PROLOGUE) return false;
  const begin = () =>
    app.session.ask("change", settingsArray({ ...settings, encounter: FIRST_PROVINCE, options: { prologue: "yes" } }));
  return h(
    "button",
    { key: "prologue", type: "button", id: "to-campaign", title: CAMPAIGNS.prologueText, onclick: begin },
    CAMPAIGNS.prologue,
  );
}

function turnAnew(app: App, isAnew: boolean) {
  const { campaign: _before, ...others } = app.session.atTable.settings.options;
  void app.session.ask(
    "change",
    settingsArray({ ...app.session.atTable.settings, options: isAnew ? { ...others, campaign: "anew" } : others }),
  );
}

/** A way to allow notices, as long as nobody has said yes or no. */
export function noticeChoice(app: App) {
  if (!app.notices.canAsk) return false;
  return menuLine("notices", CAMPAIGNS.tellMe, CAMPAIGNS.tellMeText, () => app.notices.allow());
}
