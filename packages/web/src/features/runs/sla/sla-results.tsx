/** SLA rules with their present results. */

import type { SlaResult } from '@pone/contract/entities/run.ts'
import { formatClock, formatClockRange, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { Table } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { SlaTag } from '../../../ui/run/run-state.tsx'
import { ruleSentence, ruleValue } from '../../../ui/sla/sla-sentence.ts'
import { TimeText } from '../../../ui/time-text.tsx'

export function SlaResults({ results }: { readonly results: readonly SlaResult[] }) {
  const t = useT()
  const language = useSession('language')
  const pages = useRowPages(results.length)
  if (results.length === 0) return <p className="run-quiet">{t('run.sla.none')}</p>
  return (
    <Table<SlaResult>
      size="small"
      className="run-table"
      rowKey={result => result.rule.id}
      dataSource={[...results]}
      pagination={pages}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          title: t('run.record.sla'),
          render: (_, result) => (
            <>
              <SlaTag state={result.state} />
              {result.reason !== null && (
                <small className="secondary"> {t(`run.sla.reason.${result.reason}`)}</small>
              )}
              {result.noData && (
                <div>
                  <small className={result.noData.isNow ? 'run-no-data' : 'secondary'}>
                    {t(result.noData.isNow ? 'run.sla.noDataNow' : 'run.sla.noData', {
                      duration: formatClock(result.noData.ms / 1_000),
                    })}
                  </small>
                </div>
              )}
            </>
          ),
        },
        { title: t('run.sla.rule'), render: (_, result) => ruleSentence(result.rule, t, language) },
        {
          title: t('run.sla.value'),
          align: 'right',
          className: 'numeric',
          render: (_, result) => <Measured result={result} />,
        },
        {
          title: <span title={t('run.sla.violatedHelp')}>{t('run.sla.violated')}</span>,
          align: 'right',
          className: 'numeric',
          render: (_, result) => formatNumber(result.violatedSeconds),
        },
        {
          title: t('run.sla.firstBroken'),
          render: (_, result) => <TimeText at={result.firstBrokenAt} withSeconds />,
        },
      ]}
    />
  )
}

/** What broke the rule, and when; while it holds the final value, or of a rule over some seconds the last one. */
function Measured({ result: { rule, value, violation } }: { readonly result: SlaResult }) {
  const t = useT()
  if (violation) {
    const { fromMs, toMs } = violation
    return (
      <>
        {ruleValue(rule, violation.value)}{' '}
        <small className="secondary run-sla-interval">{formatClockRange(fromMs, toMs)}</small>
      </>
    )
  }
  if (value === null) return noValue
  const last = rule.window.kind === 'wholeRun' ? '' : t('run.sla.last')
  return (
    <>
      {ruleValue(rule, value)} {last !== '' && <small className="secondary">{last}</small>}
    </>
  )
}
