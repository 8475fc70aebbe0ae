/** What is wrong with a number that is typed as text; pure. */

export interface NumberFault {
  readonly kind: 'wrong' | 'least' | 'most'
  /** The bound that is passed; 0 for what is no number. */
  readonly bound: number
}

/** null where the text is a number within the bounds, an expression, which is decided while the plan runs, or empty. */
export function numberFault(
  text: string,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): NumberFault | null {
  if (text.includes('${') || text.trim() === '') return null
  const number = Number(text)
  if (Number.isNaN(number)) return { kind: 'wrong', bound: 0 }
  if (min !== undefined && number < min) return { kind: 'least', bound: min }
  return max !== undefined && number > max ? { kind: 'most', bound: max } : null
}
