/** Validates a number that is typed as text; pure. */

export interface NumberFault {
  readonly kind: 'wrong' | 'least' | 'most'
  /** The exceeded bound; 0 if the text is not a number. */
  readonly bound: number
}

/** null if the text is empty, a number within the bounds, or an expression, which is evaluated at run time. */
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
