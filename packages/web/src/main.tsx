/** Start of the web client: joins the other tabs, loads the system information, and renders the pages. */
import { createRoot } from 'react-dom/client'
import { AppRoot } from './app-root.tsx'
import { followLanguage, textsReady } from './lib/i18n.ts'
import { followInstallation } from './lib/installation/installation.ts'
import { queryClient } from './lib/query.ts'
import { session } from './lib/session/session.ts'
import { leaveSession, onSessionEnd } from './lib/session/session-end.ts'
import { joinTabs } from './lib/session/tabs.ts'
import { createAppRouter } from './router.tsx'
// Part of the first load although its route loads it on demand: most users start here.
import './features/sign-in/login-page.tsx'

async function start(): Promise<void> {
  const tabs = joinTabs(session, leaveSession)
  followLanguage()
  await Promise.all([tabs.adoptSession(), followInstallation(), textsReady()])
  const router = createAppRouter()
  onSessionEnd(endedToken => {
    queryClient.clear()
    tabs.announceSignOut(endedToken)
    void router.navigate('/')
  })
  const container = document.getElementById('root')
  if (container) createRoot(container).render(<AppRoot router={router} />)
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    void navigator.serviceWorker.register('/service-worker.js')
  }
}

// Not awaited at the top: pages import from the same chunk, and would wait for it.
void start()
