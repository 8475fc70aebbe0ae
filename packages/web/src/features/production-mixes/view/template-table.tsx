/** The requests of a production mix with their shares and response sizes. */
import { formatBytes, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import type { MixTemplate, ProductionMixDocument } from '@pone/plan/production-mix/production-mix.ts'
import { Input, Table } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { templatesWith } from './mix-model.ts'

export function TemplateTable({ document }: { readonly document: ProductionMixDocument }) {
  const t = useT()
  const [text, setText] = useState('')
  const { templates, requests } = document
  const shown = useMemo(() => templatesWith(templates, text), [templates, text])
  const pages = useRowPages(shown.length, 20)
  const number = { align: 'right', className: 'numeric' } as const
  const size =
    (key: 'meanBytes' | 'p50Bytes' | 'p95Bytes') =>
    (_: unknown, { sizes }: MixTemplate) =>
      formatBytes(sizes?.[key] ?? null)
  const hasHosts = templates.some(({ origin }) => origin !== '')
  return (
    <section aria-label={t('mix.requestList')}>
      <h2 className="section-title">{t('mix.requestList')}</h2>
      <Input.Search
        allowClear
        className="mix-search"
        aria-label={t('mix.searchPath')}
        placeholder={t('mix.searchPath')}
        onChange={event => setText(event.target.value)}
      />
      <Table<MixTemplate>
        size="small"
        rowKey={({ method, origin, path }) => `${method} ${origin}${path}`}
        dataSource={shown}
        pagination={pages}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('mix.method'), dataIndex: 'method', width: 88 },
          { title: t('mix.path'), dataIndex: 'path', className: 'mix-path' },
          ...(hasHosts ? [{ title: t('mix.host'), dataIndex: 'origin' }] : []),
          {
            ...number,
            title: t('mix.share'),
            dataIndex: 'count',
            key: 'share',
            render: (count: number) => formatPercent((count / requests) * 100),
          },
          {
            ...number,
            title: t('mix.count'),
            dataIndex: 'count',
            render: (count: number) => formatNumber(count),
          },
          { ...number, title: t('mix.meanSize'), key: 'mean', render: size('meanBytes') },
          { ...number, title: t('mix.p50Size'), key: 'p50', render: size('p50Bytes') },
          { ...number, title: t('mix.p95Size'), key: 'p95', render: size('p95Bytes') },
        ]}
      />
    </section>
  )
}
