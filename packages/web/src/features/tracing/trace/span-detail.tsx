/** One span in full: its times, tags and events. */
import type { TraceSpan } from '@pone/contract/entities/trace.ts'
import { formatMs } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { ShortTable } from '../../../ui/short-table.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'

export function SpanDetail({ span }: { readonly span: TraceSpan }) {
  const t = useT()
  const { service, operation, kind, startMs, durationMs, selfMs, criticalMs, isError, tags, events } = span
  return (
    <section aria-labelledby="trace-span" className="trace-detail">
      <h2 id="trace-span">
        {service || t('trace.noService')} · {operation}
      </h2>
      <FactList
        facts={[
          [t('trace.kind'), kind === null ? '–' : t(`trace.kind.${kind}`)],
          [
            t('trace.result'),
            <StatusTag key="result" tone={isError ? 'failed' : 'passed'}>
              {t(isError ? 'trace.error' : 'trace.noError')}
            </StatusTag>,
          ],
          [t('trace.start'), `+${formatMs(startMs)}`],
          [t('trace.duration'), formatMs(durationMs)],
          [t('trace.selfTime'), formatMs(selfMs)],
          [t('trace.criticalPath'), formatMs(criticalMs)],
        ]}
      />
      {tags.length === 0 ? (
        <p className="secondary">{t('trace.noTags')}</p>
      ) : (
        <ShortTable
          rows={tags.map((tag, at) => ({ ...tag, at }))}
          rowId={({ at }) => String(at)}
          columns={[
            { key: 'name', title: t('trace.tag'), render: ({ name }) => <code>{name}</code> },
            { key: 'value', title: t('trace.tagValue'), render: ({ value }) => value },
          ]}
        />
      )}
      {events.length > 0 && (
        <ShortTable
          rows={events.map((event, at) => ({ ...event, at }))}
          rowId={({ at }) => String(at)}
          columns={[
            { key: 'at', title: t('trace.eventAt'), render: ({ atMs }) => `+${formatMs(atMs)}` },
            { key: 'text', title: t('trace.event'), render: each => each.text },
          ]}
        />
      )}
    </section>
  )
}
