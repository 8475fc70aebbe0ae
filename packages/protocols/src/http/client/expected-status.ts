/** Which statuses count as success: `200-399,404`; empty stands for 200-399. */

/** A predicate on statuses for the expression. */
export function expectedStatus(expression: string): (status: number) => boolean {
  const ranges = (expression.trim() === '' ? '200-399' : expression).split(',').map(part => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return { from, to }
  })
  const [first] = ranges
  if (ranges.length === 1 && first !== undefined) return status => status >= first.from && status <= first.to
  return status => ranges.some(({ from, to }) => status >= from && status <= to)
}
