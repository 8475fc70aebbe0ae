/** Finds a name that is not taken yet. */

/** The name itself, or with the first free number from 2 behind it; `maxLength` cuts the name, never the number. */
export function freeName(
  base: string,
  isTaken: (name: string) => boolean,
  { separator = ' ', maxLength = Number.POSITIVE_INFINITY } = {},
): string {
  if (!isTaken(base)) return base
  for (let number = 2; ; number += 1) {
    const suffix = `${separator}${number}`
    const name = base.slice(0, maxLength - suffix.length) + suffix
    if (!isTaken(name)) return name
  }
}
