/** A banner above every page while the server does not answer: what waits for it, when it is asked again, and a button to ask at once. It disappears by itself. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { type Outage, serverConnection } from '../../lib/server-connection.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import './server-down-banner.css'

export function ServerDownBanner() {
  const t = useT()
  const outage = useSyncExternalStore(serverConnection.onChange, serverConnection.outage)
  useEffect(() => serverConnection.onBack(() => notify({ kind: 'success', text: t('connection.back') })), [t])
  if (outage === null) return null
  const calls = [...new Set(outage.waiting)]
  return (
    <section className="server-down no-print" aria-label={t('connection.down', { server: '' })}>
      <div role="alert">
        <b>{t('connection.down', { server: window.location.host })}</b> {t('connection.kept')}
      </div>
      {calls.length > 0 && (
        <div className="code">
          {t('connection.waiting', { calls: calls.slice(0, shownCalls).join(', ') })}
        </div>
      )}
      <div className="server-down-next">
        {/* Not read aloud: it changes every second. */}
        <span aria-hidden>
          <Countdown untilMs={outage.nextAtMs} />
        </span>
        <PlainButton isBusy={outage.nextAtMs === null} onClick={() => void serverConnection.ask()}>
          {t('connection.retry')}
        </PlainButton>
      </div>
    </section>
  )
}

const shownCalls = 3

function Countdown({ untilMs }: { readonly untilMs: Outage['nextAtMs'] }) {
  const t = useT()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  if (untilMs === null) return t('connection.trying')
  return t('connection.next', { seconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1_000)) })
}
