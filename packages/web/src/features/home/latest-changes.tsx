/** The latest changes in the project, from its operation records. */
import { useActionText, useActorText } from '../../lib/actions.ts'
import { useT } from '../../lib/i18n.ts'
import { TimeText } from '../../ui/time-text.tsx'
import type { HomeFigures } from './home-figures.ts'

export function LatestChanges({ changes }: { readonly changes: HomeFigures['latestChanges'] }) {
  const t = useT()
  const actionText = useActionText()
  const actorText = useActorText()
  return (
    <section>
      <h2 className="panel-title">{t('home.latestChanges')}</h2>
      {changes.length === 0 && <p className="secondary">{t('home.noChanges')}</p>}
      <ol className="home-changes">
        {changes.map(change => (
          <li key={`${change.at} ${change.action} ${change.target}`}>
            <span
              className="home-change-what"
              title={`${actorText(change)} ${actionText(change.action)} ${change.target}`}
            >
              <b>{actorText(change)}</b> {actionText(change.action)}{' '}
              <span className="secondary">{change.target}</span>
            </span>
            <span className="faint">
              <TimeText at={change.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
