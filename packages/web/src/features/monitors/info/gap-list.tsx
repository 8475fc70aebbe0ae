/** Intervals of the range without values, newest first, with their causes. */
import type { MonitorGap } from '@pone/contract/entities/monitor.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import type { MonitorType } from '@pone/monitors/type.ts'
import { Table } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { problemText } from '../shared/problem-text.ts'

const rowsPerPage = 10

export function GapList(props: { readonly type: MonitorType; readonly gaps: readonly MonitorGap[] }) {
  const { type, gaps } = props
  const t = useT()
  const language = useSession('language')
  const pages = useRowPages(gaps.length, rowsPerPage)
  const sectionName = (key: string) =>
    key === ''
      ? t('monitor.allSections')
      : (type.sections.find(section => section.key === key)?.names[language] ?? key)
  return (
    <section className="monitor-table" aria-label={t('monitor.gaps')}>
      <h3>{t('monitor.gaps')}</h3>
      {gaps.length === 0 ? (
        <p className="secondary">{t('monitor.noGaps')}</p>
      ) : (
        <Table<MonitorGap>
          size="small"
          rowKey={gap => `${gap.section} ${gap.from} ${gap.cause}`}
          dataSource={[...gaps]}
          pagination={pages}
          columns={[
            {
              key: 'from',
              title: t('monitor.gapFrom'),
              width: 170,
              render: (_, gap) => <TimeText at={gap.from} withSeconds />,
            },
            {
              key: 'until',
              title: t('monitor.gapUntil'),
              width: 170,
              render: (_, gap) =>
                gap.until === null ? t('monitor.gapLasts') : <TimeText at={gap.until} withSeconds />,
            },
            {
              key: 'length',
              title: t('monitor.gapLength'),
              align: 'right',
              width: 110,
              render: (_, gap) => formatDuration(gap.until === null ? null : gap.until - gap.from),
            },
            { key: 'section', title: t('monitor.section'), render: (_, gap) => sectionName(gap.section) },
            {
              key: 'cause',
              title: t('monitor.cause'),
              render: (_, gap) => (
                <>
                  {problemText(gap, language)}
                  {gap.detail !== '' && <div className="code secondary">{gap.detail}</div>}
                </>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
