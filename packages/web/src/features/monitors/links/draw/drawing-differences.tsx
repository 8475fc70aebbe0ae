/** What differs between the own version of a drawing and the stored one, by the aliases of nodes and edges. */
import type { MonitorLink } from '@pone/contract/entities/monitor-link.ts'
import { useT } from '../../../../lib/i18n.ts'
import { differencesOf } from './differences.ts'
import type { LinkDraft } from './use-link-draft.ts'

const maxShown = 20

export function DrawingDifferences({
  draft,
  theirs,
}: {
  readonly draft: LinkDraft
  readonly theirs: MonitorLink
}) {
  const t = useT()
  const found = differencesOf(draft.drawing, { name: theirs.name, ...theirs.topology })
  if (found.length === 0) return <p>{t('editor.conflict.same')}</p>
  return (
    <ul className="link-differences">
      {found.slice(0, maxShown).map(({ kind, alias }) => (
        <li key={`${kind} ${alias}`}>{t(`monitorLink.difference.${kind}`, { alias })}</li>
      ))}
      {found.length > maxShown && (
        <li>{t('monitorLink.moreDifferences', { count: found.length - maxShown })}</li>
      )}
    </ul>
  )
}
