/** How likely each face of a die falls. */

/** A face of a die as printed, the place where it first stands, and on how many sides it stands. */
export type Chance = { face: string; at: number; sides: number };

/** Each face once, likeliest first; of equal ones that which is printed first. */
export function chancesOf(faces: readonly string[]): Chance[] {
  const found = new Map<string, Chance>();
  for (const [at, face] of faces.entries()) {
    const known = found.get(face);
    if (known) known.sides += 1;
    else found.set(face, { face, at, sides: 1 });
  }
  return [...found.values()].sort((one, other) => other.sides - one.sides || one.at - other.at);
}
