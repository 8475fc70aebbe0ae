/** The base name, or with the first free number behind it. */
export function freeName(taken: readonly string[], base: string): string {
  if (!taken.includes(base)) return base
  for (let n = 2; ; n += 1) if (!taken.includes(`${base} ${n}`)) return `${base} ${n}`
}
