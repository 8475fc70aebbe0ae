/** A run in a table or sentence: its curve colour and its number. */
import { type MetricColor, metricColors } from '../../ui/theme/palette.ts'
import { useScheme } from '../../ui/theme/use-scheme.ts'

export function RunName({ color, number }: { readonly color: MetricColor; readonly number: number }) {
  const scheme = useScheme()
  return (
    <span className="cmp-run-name tabular">
      <i style={{ background: metricColors[scheme][color] }} aria-hidden />#{number}
    </span>
  )
}
