/** Compares the selected records, or shows why they cannot be compared. */
import type { Run } from '@pone/contract/entities/run.ts'
import { maxComparedRuns } from '@pone/schema/limits.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'

export function CompareSelected({ runs }: { readonly runs: readonly Run[] }) {
  const t = useT()
  const navigate = useNavigate()
  const reason = refusal(runs, t)
  // The earliest one becomes the baseline.
  const ids = runs.toSorted((a, b) => a.createdAt - b.createdAt).map(({ id }) => id)
  return (
    <>
      <Button
        size="small"
        type="primary"
        disabled={reason !== null}
        onClick={() => void navigate(links.comparison(ids, { isHistory: true }))}
      >
        {t('comparison.selected')}
      </Button>
      {reason !== null && <span className="secondary">{reason}</span>}
    </>
  )
}

function refusal(runs: readonly Run[], t: Translate): string | null {
  if (runs.length < 2) return t('comparison.selected.few')
  if (runs.length > maxComparedRuns) return t('comparison.selected.many', { limit: maxComparedRuns })
  if (new Set(runs.map(({ engine }) => engine)).size > 1) return t('comparison.selected.mixed')
  const notStarted = runs.find(({ startedAt }) => startedAt === null)
  return notStarted ? t('comparison.selected.notStarted', { number: notStarted.number }) : null
}
