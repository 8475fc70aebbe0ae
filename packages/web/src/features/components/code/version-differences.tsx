/** The differences between the user's own version of a component and the version that another user saved. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { stepTitle } from '../model/step-summary.ts'
import { diffDocuments } from './document-diff.ts'

interface DifferencesProps {
  readonly theirs: ComponentDocument
  readonly mine: ComponentDocument
}

/** Whether there is anything for `Differences` to list. */
export function areDifferent({ theirs, mine }: DifferencesProps): boolean {
  const { onlyTheirs, onlyMine, changed, isReordered, parts } = diffDocuments(theirs, mine)
  return isReordered || [onlyTheirs, onlyMine, changed, parts].some(list => list.length > 0)
}

export function Differences({ theirs, mine }: DifferencesProps) {
  const t = useT()
  const language = useSession('language')
  const diff = diffDocuments(theirs, mine)
  const rows = [
    ...diff.onlyTheirs.map(step => ({
      key: `t${step.id}`,
      mark: '+',
      text: t('component.conflict.onlyTheirs', { step: stepTitle(step, language) }),
    })),
    ...diff.onlyMine.map(step => ({
      key: `m${step.id}`,
      mark: '−',
      text: t('component.conflict.onlyMine', { step: stepTitle(step, language) }),
    })),
    ...diff.changed.map(step => ({
      key: `c${step.id}`,
      mark: '≠',
      text: t('component.conflict.changed', { step: stepTitle(step, language) }),
    })),
    ...(diff.isReordered ? [{ key: 'order', mark: '⇅', text: t('component.conflict.reordered') }] : []),
    ...diff.parts.map(part => ({
      key: part,
      mark: '≠',
      text: t('component.conflict.part', { part: t(`component.problem.at.${part}`) }),
    })),
  ]
  return (
    <ul className="cd-diff" aria-label={t('component.conflict.differences')}>
      {rows.map(row => (
        <li key={row.key}>
          <b aria-hidden>{row.mark}</b> {row.text}
        </li>
      ))}
    </ul>
  )
}
