/** One request with its response and checkpoints in full. */

import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { Exchange } from '@pone/contract/entities/run.ts'
import { formatBytes, formatMs } from '@pone/metrics/figures.ts'
import { sectionTitle } from '@pone/protocols/definitions.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { HeaderList } from '../../../ui/header-list.tsx'
import { ExchangeSection } from '../../../ui/run/exchange-section.tsx'
import { TraceLink } from '../../../ui/run/trace-link.tsx'
import { ToldCause } from '../../../ui/told-cause.tsx'
import { prettyBody } from './pretty-body.ts'
import './exchange-view.css'

export function ExchangeView({ exchange }: { readonly exchange: Exchange }) {
  const t = useT()
  const language = useSession('language')
  return (
    <div className="exchange">
      {exchange.error && (
        <p className="exchange-error" role="alert">
          <CloseCircleFilled aria-hidden /> <code>{exchange.error.code}</code>{' '}
          <ToldCause detail={exchange.error.message} />
        </p>
      )}
      <section>
        <h3>{t('run.sample.request')}</h3>
        <p className="exchange-line">
          <b>{exchange.method}</b> {exchange.url}
        </p>
        {exchange.traceId !== undefined && (
          <p className="exchange-line">
            {t('trace.id')}{' '}
            <TraceLink traceId={exchange.traceId} durationMs={exchange.durationMs} at={exchange.at} />
          </p>
        )}
        <HeaderList headers={exchange.requestHeaders} />
        {exchange.requestBody && <pre>{prettyBody(exchange.requestBody)}</pre>}
      </section>
      <section>
        <h3>{t('run.sample.response')}</h3>
        {exchange.status === null && exchange.error !== null ? (
          <p className="exchange-line">{t('run.sample.noResponse')}</p>
        ) : (
          <>
            <p className="exchange-line">
              {exchange.status !== null && <b>{exchange.status} · </b>}
              {formatMs(exchange.durationMs)} · {formatBytes(exchange.responseBytes)}
            </p>
            <HeaderList headers={exchange.responseHeaders} />
            {exchange.responseBody && <pre>{prettyBody(exchange.responseBody)}</pre>}
            {exchange.responseBytes > exchange.responseBody.length * 4 &&
              exchange.responseBody.length >= 65_536 && (
                <small>{t('run.sample.cut', { size: formatBytes(exchange.responseBytes) })}</small>
              )}
          </>
        )}
      </section>
      {exchange.sections.map(section => (
        <section key={section.key}>
          <h3>{sectionTitle(exchange.protocol, section.key)[language]}</h3>
          <ExchangeSection section={section} protocol={exchange.protocol} />
        </section>
      ))}
      {exchange.checkpoints.length > 0 && (
        <section>
          <h3>{t('run.sample.checkpoints')}</h3>
          <ul>
            {exchange.checkpoints.map(checkpoint => (
              <li
                key={checkpoint.id}
                style={{ color: checkpoint.passed ? 'var(--passed)' : 'var(--failed)' }}
              >
                {checkpoint.passed ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
                <ToldCause detail={checkpoint.summary} />
                {!checkpoint.passed && (
                  <small> {t('run.sample.actual', { actual: checkpoint.actual })}</small>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
