/** An adventurer's name, given along with an answer of its creation; and the one that it gets where none is given. */

const NAME = "name:";
/** The questions whose answers may carry a name: those before the adventurer stands. */
const NAMING = new Set(["create.ready", "create.race", "create.line", "create.dice", "create.rows"]);

/** Whether an answer to a question may carry a name. */
export const takesName = (why: string): boolean => NAMING.has(why);

/** An answer's picks without the name, and the name; null if it carries none. */
export function named(why: string, picks: readonly string[]): { picks: readonly string[]; name: string | null } {
  const last = picks.at(-1) ?? "";
  if (!takesName(why) || !last.startsWith(NAME)) return { picks, name: null };
  return { picks: picks.slice(0, -1), name: last.slice(NAME.length) };
}

/** An answer's picks with a name. */
export const withName = (picks: readonly string[], name: string): string[] => [...picks, `${NAME}${name}`];

/** The name that the server will give: one of the race's that nobody else has, "" if none is free. */
export function suggestedName(
  names: readonly string[],
  encounter: string,
  seat: string,
  taken: readonly string[],
): string {
  const first = names.length ? crc32(`${encounter}/${seat}`) % names.length : 0;
  return [...names.slice(first), ...names.slice(0, first)].find((name) => !taken.includes(name)) ?? "";
}

/** The checksum by which names are suggested: the same encounter and seat, the same name. */
function crc32(text: string): number {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
