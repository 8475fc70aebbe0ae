/** A small line of a trend, without axes; what it shows in words is beside it. */

const [width, height] = [120, 28]

/** Where no value is known, the line is interrupted. */
export function TrendLine({ values }: { readonly values: readonly (number | null)[] }) {
  const highest = Math.max(...values.map(value => value ?? 0), Number.MIN_VALUE)
  const stepX = width / Math.max(1, values.length - 1)
  const parts = values.map((value, index) => {
    if (value === null) return ''
    const command = index === 0 || values[index - 1] === null ? 'M' : 'L'
    return `${command}${(index * stepX).toFixed(1)} ${(height - 2 - (value / highest) * (height - 4)).toFixed(1)}`
  })
  return (
    <svg className="operation-trend" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={parts.join('')} />
    </svg>
  )
}
