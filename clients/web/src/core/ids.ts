/** The keys of a record that is kept by id, as the ids that they are. */

/** The ids that a record has something for. */
export const idsOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => Object.keys(record) as K[];

/** The ids of a record, each with what it has for it. */
export const entriesOf = <K extends string, T>(record: Readonly<Record<K, T>>): [id: K, value: T][] =>
  Object.entries(record) as [K, T][];
