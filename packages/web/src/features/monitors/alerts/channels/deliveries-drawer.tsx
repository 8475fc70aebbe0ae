/** The newest deliveries of a channel: when, whether they were accepted, and the answer of the receiver. */
import type { AlertChannel, AlertDelivery } from '@pone/contract/entities/alert-channel.ts'
import { formatMs, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Table } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useRowPages } from '../../../../ui/data-table/use-row-pages.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { StatusTag } from '../../../../ui/status-tag.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { ToldCause } from '../../../../ui/told-cause.tsx'
import { alertsKey, pollMs } from '../../shared/monitor-queries.ts'

export function DeliveriesDrawer(props: { readonly channel: AlertChannel; readonly onClose: () => void }) {
  const { channel, onClose } = props
  const t = useT()
  const projectId = useProjectId()
  const { data, error, refetch } = useQuery({
    queryKey: [...alertsKey, projectId, 'deliveries', channel.id],
    queryFn: ({ signal }) => api.alert.deliveries({ projectId, id: channel.id }, { signal }),
    refetchInterval: pollMs,
  })
  return (
    <Drawer
      open
      size={820}
      title={t('alert.deliveriesOf', { name: channel.name })}
      extra={<Button onClick={() => void refetch()}>{t('action.refresh')}</Button>}
      onClose={onClose}
    >
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={6} />
        )
      ) : data.length === 0 ? (
        <EmptyState title={t('alert.noDeliveries')} text={t('alert.noDeliveriesText')} />
      ) : (
        <Deliveries rows={data} />
      )}
    </Drawer>
  )
}

function Deliveries({ rows }: { readonly rows: readonly AlertDelivery[] }) {
  const t = useT()
  const pagination = useRowPages(rows.length, 20)
  return (
    <Table
      size="small"
      rowKey={({ at, durationMs }) => `${at} ${durationMs}`}
      dataSource={[...rows]}
      pagination={pagination}
      columns={[
        {
          key: 'at',
          title: t('alert.sentAt'),
          width: 170,
          render: (_, { at }) => <TimeText at={at} withSeconds />,
        },
        {
          key: 'result',
          title: t('alert.result'),
          render: (_, delivery) => <Result delivery={delivery} />,
        },
        {
          key: 'notices',
          title: t('alert.figure.notices'),
          align: 'right',
          width: 80,
          render: (_, { notices }) => formatNumber(notices),
        },
        {
          key: 'duration',
          title: t('alert.duration'),
          align: 'right',
          width: 90,
          render: (_, { durationMs }) => formatMs(durationMs),
        },
        {
          key: 'answer',
          title: t('alert.answer'),
          render: (_, { status, answer }) => (
            <>
              {status ?? noValue}
              {answer !== '' && <pre className="alert-answer">{answer}</pre>}
            </>
          ),
        },
      ]}
    />
  )
}

/** Whether it was accepted, and why not. */
export function Result({ delivery }: { readonly delivery: AlertDelivery }) {
  const t = useT()
  const { isAccepted, fault } = delivery
  return (
    <>
      <StatusTag tone={isAccepted ? 'passed' : 'failed'}>
        {t(isAccepted ? 'alert.accepted' : 'alert.notAccepted')}
      </StatusTag>
      {!isAccepted && (
        <div className="alert-fault">
          <ToldCause detail={fault} />
        </div>
      )}
    </>
  )
}
