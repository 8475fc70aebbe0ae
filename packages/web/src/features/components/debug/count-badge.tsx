/** A number in a tab: red and only what failed, if anything did; else how much there is. */
import { useT } from '../../../lib/i18n.ts'
import type { DockCount } from './dock-counts.ts'

export function CountBadge({ all, failed }: DockCount) {
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
