/** What is certain to be there: an entry of a list, a value of a record. Where it is not, that is an error. */

/** The entry of a list at a place. Throws a RangeError where the list has none there. */
export function entryAt<T>(list: ArrayLike<T>, at: number): T {
  const found = list[at];
  if (found === undefined) throw new RangeError(`there is no entry ${at} in a list of ${list.length}`);
  return found;
}

/** The value of a record by its key. Throws a RangeError where the record has no such key. */
export function entryOf<K extends string, T>(record: Readonly<Record<K, T>>, key: NoInfer<K>): T {
  const found: T | undefined = record[key];
  if (found === undefined) throw new RangeError(`there is no ${key} among ${Object.keys(record).length} keys`);
  return found;
}
