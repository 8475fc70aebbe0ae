/** Errors grouped by request and kind, each with one complete sample. */

import { CheckCircleOutlined } from '@ant-design/icons'
import type { ErrorGroup } from '@pone/contract/entities/run.ts'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Button, Drawer, Table } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ActionsHeading } from '../../../ui/data-table/actions-heading.tsx'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { ExchangeView } from './exchange-view.tsx'

export function ErrorsTable({ errors }: { readonly errors: readonly ErrorGroup[] }) {
  const t = useT()
  const [shown, setShown] = useState<ErrorGroup | null>(null)
  const pages = useRowPages(errors.length, 20)
  if (errors.length === 0)
    return (
      <p className="run-quiet">
        <CheckCircleOutlined aria-hidden style={{ color: 'var(--passed)' }} /> {t('run.error.none')}
      </p>
    )
  return (
    <>
      <Table<ErrorGroup>
        size="small"
        className="run-table"
        rowKey={group => `${group.label}\n${group.code}\n${group.message}`}
        dataSource={errors.toSorted((a, b) => b.count - a.count)}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('run.error.where'), dataIndex: 'label' },
          { title: t('run.error.code'), dataIndex: 'code', render: (code: string) => <code>{code}</code> },
          {
            title: t('run.error.message'),
            dataIndex: 'message',
            className: 'run-error-message',
            render: (message: string) => <ToldCause detail={message} />,
          },
          {
            title: t('run.error.count'),
            dataIndex: 'count',
            align: 'right',
            className: 'numeric',
            render: (count: number) => formatNumber(count),
          },
          {
            title: t('run.error.last'),
            dataIndex: 'lastAt',
            render: (at: number) => <TimeText at={at} withSeconds />,
          },
          {
            title: <ActionsHeading />,
            render: (_, group) =>
              group.sample && (
                <Button type="link" size="small" onClick={() => setShown(group)}>
                  {t('run.error.sample')}
                </Button>
              ),
          },
        ]}
      />
      <Drawer
        size={720}
        open={shown !== null}
        title={`${t('run.error.sampleTitle')} · ${shown?.label ?? ''}`}
        onClose={() => setShown(null)}
      >
        {shown?.sample && <ExchangeView exchange={shown.sample} />}
      </Drawer>
    </>
  )
}
