/** The result of an operation as a coloured word. */
import type { OperationOutcome } from '@pone/contract/entities/operation-record.ts'
import { useT } from '../../lib/i18n.ts'
import { StatusTag } from '../../ui/status-tag.tsx'

const tones = { done: 'passed', refused: 'warning', failed: 'failed' } as const

export function OutcomeTag({ outcome }: { readonly outcome: OperationOutcome }) {
  const t = useT()
  return <StatusTag tone={tones[outcome]}>{t(`record.outcome.${outcome}`)}</StatusTag>
}
