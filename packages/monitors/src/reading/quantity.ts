/** Quantities of Kubernetes → numbers, e.g. `250m` of a CPU, `128Mi` of memory. Pure. @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/ */

const decimalExponents: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const binaryPowers: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }
const pattern = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d+)|(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE])?)$/

/** The number that a quantity means, as near as a double can be; NaN for what is none. */
export function quantityOf(text: string): number {
  const [, digits, exponent, suffix = ''] = pattern.exec(text.trim()) ?? []
  if (digits === undefined) return Number.NaN
  if (exponent !== undefined) return Number(`${digits}${exponent}`)
  const power = binaryPowers[suffix]
  // A power of ten is written into the number instead of multiplied, so that it is rounded once.
  return power === undefined
    ? Number(`${digits}e${decimalExponents[suffix] ?? 0}`)
    : Number(digits) * 2 ** power
}
