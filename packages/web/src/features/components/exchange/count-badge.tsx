/** A number in a tab: red and only what failed, if anything did; else how much there is. */
import { useT } from '../../../lib/i18n.ts'

/** A number of items, and how many of them failed. */
export interface Count {
  readonly all: number
  readonly failed: number
}

export function CountBadge({ all, failed }: Count) {
  const t = useT()
  if (all === 0) return null
  if (failed === 0) return <span className="cd-count">{all}</span>
  const told = t('component.debug.failedOf', { failed, all })
  return (
    <span className="cd-count is-bad" title={told}>
      <span aria-hidden>{failed}</span>
      <span className="visually-hidden">{told}</span>
    </span>
  )
}
