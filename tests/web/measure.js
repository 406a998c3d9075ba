// Runs in the page: a large map, commits of many events, a long recording made of a short one.
const app = globalThis.hexwarden;
const RADIUS = 8;

/** All hexes within a distance. */
function disc(radius) {
  const hexes = [];
  for (let q = -radius; q <= radius; q += 1)
    for (let r = Math.max(-radius, -q - radius); r <= Math.min(radius, -q + radius); r += 1) hexes.push([q, r]);
  return hexes;
}

/** The state with six large tiles and forty units on them. */
function large(state) {
  const hexes = disc(RADIUS);
  const tiles = Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [`t${at}`, { kind: "t", hexes: hexes.filter((_, n) => n % 6 === at) }]));
  const pattern = Object.values(state.units).find((unit) => unit.side === "enemy") ?? Object.values(state.units)[0];
  const units = { ...state.units };
  for (let at = 0; at < 36; at += 1) units[`m${at}`] = { ...pattern, id: `m${at}`, at: hexes[at * 6], hp: 3, fate: "" };
  return { ...state, tiles, units };
}

const frame = () => new Promise((done) => requestAnimationFrame(done));

globalThis.measure = {
  /** Lay the large map, and wait until it has been painted. */
  async stand() {
    const { session, stage } = app;
    session.battle.state = large(session.battle.state);
    stage.stand(session.battle.state, session.battle.version);
    app.setPace(1);
    for (let count = 0; count < 30; count += 1) await frame();
    return { hexes: disc(RADIUS).length, units: Object.keys(session.battle.state.units).length };
  },

  /** Animate commits of so many events. */
  async animation(events, times) {
    const { session, stage } = app;
    const { state, version } = session.battle;
    const hexes = disc(RADIUS);
    for (let time = 0; time < times; time += 1) {
      const list = Array.from({ length: events }, (_, at) => (at % 3
        ? ["move", `m${at % 36}`, hexes[(at * 7 + time * 11) % hexes.length]]
        : ["damage", `m${at % 36}`, "m1", 1, 0, 0, 0, 0, "engage"]));
      stage.play({ commit: { version, events: list, asked: [] }, before: state, after: state, asked: [] });
      while (stage.isBusy) await frame();
    }
  },

  /** A recording of so many commits: the battle so far, again and again. */
  async film(count) {
    app.setPace(0);
    await app.openReplay(app.session.battle.battle);
    const { film } = app.player;
    const own = film.commits.slice(1);
    while (film.commits.length < count) {
      const version = film.commits.length + 1;
      film.commits.push({ ...own[version % own.length], version, gone: [], put: { round: version % 6 }, asked: [], again: [], pinned: null });
    }
  },

  /** Go through a part of the recording, commit by commit, with every page drawn. */
  async walk([from, to]) {
    const { player } = app;
    const { last } = player.film;
    player.film.told.clear();
    for (let version = Math.max(1, Math.floor(last * from)); version < last * to; version += 1) {
      player.moment = { version, event: player.film.commits[version - 1].events.length };
      player.isPlaying = true;
      player.goOn();
      if (version % 10 === 0) await frame();
    }
    player.pause();
  },
};
