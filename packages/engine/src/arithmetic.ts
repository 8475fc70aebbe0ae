/**
 * The arithmetic of tool functions on numbers written as texts: whole numbers exact whatever their size, others to 15
 * digits; NaN for a text that is not a number.
 */

const whole = /^[+-]?\d+$/

type Exact = (a: bigint, b: bigint) => bigint | null
type Approximate = (a: number, b: number) => number

/** Applies an operation from left to right. `exact` gives null where the result is not whole. */
export function reckon(args: readonly string[], exact: Exact, approximate: Approximate): string {
  const [first = '', ...rest] = args.map(text => text.trim())
  return rest.reduce(
    (sum, next) => {
      const result = whole.test(sum) && whole.test(next) ? exact(BigInt(sum), BigInt(next)) : null
      return result === null ? written(approximate(numberOf(sum), numberOf(next))) : String(result)
    },
    written(numberOf(first), first),
  )
}

/** Rounds half away from zero at that digit after the point, in decimal notation. */
export function roundTo(text: string, digits: number): string {
  const value = numberOf(text)
  if (!Number.isFinite(value)) return 'NaN'
  const shifted = Math.round(Number(`${Math.abs(value)}e${digits}`))
  const rounded = Number(`${shifted}e${-digits}`)
  return Number.isFinite(rounded) ? (Math.sign(value) * rounded).toFixed(Math.max(0, digits)) : written(value)
}

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

function written(value: number, source = ''): string {
  if (whole.test(source)) return String(BigInt(source))
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : 'NaN'
}
