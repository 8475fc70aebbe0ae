/** The import of a record: queue position, progress, result; with cancel and retry. */
import type { ImportOutcome, ResultImport } from '@pone/contract/entities/jtl.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Alert, Button, Form, Progress } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { ButtonLink } from '../../../ui/page/button-link.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { type DateOrder, DateOrderField } from './date-order-field.tsx'
import { useCancelImport, useImport, useRetryImport } from './import-queries.ts'

export function ImportStatus({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const run = useImport(id)
  const importing = run.data?.importing ?? null
  if (run.isPending) return <LoadingState />
  if (run.data === undefined || importing === null)
    return <ErrorState error={run.error} onRetry={() => void run.refetch()} />
  if (importing.stage === 'failed') return <Failed run={run.data} importing={importing} onClose={onClose} />
  if (importing.outcome === null) return <UnderWay run={run.data} importing={importing} onClose={onClose} />
  return <Done run={run.data} outcome={importing.outcome} onClose={onClose} />
}

interface PartProps {
  readonly run: Run
  readonly importing: ResultImport
  readonly onClose: () => void
}

/** The current step of an import as text. */
export function useImportText() {
  const t = useT()
  return ({ stage, ahead, rows }: ResultImport): string => {
    if (stage === 'waiting')
      return ahead === 0 ? t('run.import.next') : t('run.import.ahead', { count: ahead })
    if (stage !== 'checking' && stage !== 'storing' && stage !== 'keeping') return ''
    return t(`run.import.stage.${stage}`, { rows: formatNumber(rows) })
  }
}

function UnderWay({ run, importing, onClose }: PartProps) {
  const t = useT()
  const textOf = useImportText()
  const canImport = useCan('run.execute')
  const cancel = useCancelImport()
  return (
    <>
      <div className="import-sending">
        <strong>
          {run.scenarioName} #{run.number}
        </strong>
        <Progress
          percent={importing.percent}
          status={importing.stage === 'waiting' ? 'normal' : 'active'}
          aria-label={run.scenarioName}
        />
        <span role="status">{textOf(importing)}</span>
        <span className="faint">{t('run.import.inBackground')}</span>
      </div>
      <div className="form-actions">
        {canImport && (
          <Button
            danger
            loading={cancel.isPending}
            onClick={() => cancel.mutate(run.id, { onSuccess: onClose })}
          >
            {t('run.import.cancel')}
          </Button>
        )}
        <Button type="primary" onClick={onClose}>
          {t('run.import.goOn')}
        </Button>
      </div>
    </>
  )
}

function Failed({ run, importing, onClose }: PartProps) {
  const t = useT()
  const canImport = useCan('run.execute')
  const retry = useRetryImport(run.id)
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const needsOrder = importing.failure?.code === 'ResultsDatesAmbiguous'
  const canRetry = importing.canRetry && canImport
  return (
    <Form layout="vertical" onFinish={() => retry.mutate(dateOrder)}>
      <Alert
        type="error"
        showIcon
        title={t('run.import.failed', { name: run.scenarioName, number: run.number })}
        description={importing.failure?.message}
      />
      {canRetry && needsOrder && (
        <div className="import-fields">
          <DateOrderField value={dateOrder} onChange={setDateOrder} />
        </div>
      )}
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.close')}</Button>
        {canRetry && (
          <Button
            type="primary"
            htmlType="submit"
            loading={retry.isPending}
            disabled={needsOrder && dateOrder === null}
          >
            {t('run.import.retry')}
          </Button>
        )}
      </div>
    </Form>
  )
}

function Done(props: { readonly run: Run; readonly outcome: ImportOutcome; readonly onClose: () => void }) {
  const t = useT()
  const { run, outcome, onClose } = props
  const { rows, leftOut, skips, isCutOff } = outcome
  return (
    <>
      <Alert
        type={skips.length > 0 || isCutOff ? 'warning' : 'success'}
        showIcon
        title={t('run.import.done', { name: run.scenarioName, number: run.number })}
        description={
          <ul className="import-outcome">
            <li>
              {t('run.import.rows', { rows: formatNumber(rows), requests: formatNumber(run.requests) })}
            </li>
            {leftOut > 0 && <li>{t('run.import.leftOut', { rows: formatNumber(leftOut) })}</li>}
            {skips.map(({ reason, count, firstLines }) => (
              <li key={reason}>
                {t('run.import.skipped', {
                  rows: formatNumber(count),
                  reason: t(`run.import.skip.${reason}`),
                  lines: firstLines.join(', '),
                })}
              </li>
            ))}
            {isCutOff && <li>{t('run.import.cutOff')}</li>}
          </ul>
        }
      />
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.close')}</Button>
        <ButtonLink to={`/pone/atf/projects/analysisReports?id=${run.id}`} type="primary">
          {t('run.record.report')}
        </ButtonLink>
      </div>
    </>
  )
}
