/** What a type will show: the fields of its form, its sections with their counters, its charts and tables. */
import type { MonitorType } from '@pone/monitors/type.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'

export function TypePreview({ type }: { readonly type: MonitorType }) {
  const t = useT()
  const language = useSession('language')
  const nameOf = new Map(
    type.sections.flatMap(({ key, counters, computed }) =>
      [...counters, ...computed].map(each => [`${key}.${each.key}`, each.names[language]]),
    ),
  )
  return (
    <div className="monitor-type-preview">
      <h2>{type.names[language]}</h2>
      {type.help && <p className="secondary">{type.help[language]}</p>}
      <h3>{t('monitorType.params')}</h3>
      <ul>
        {type.params.map(({ key, names, help, required }) => (
          <li key={key}>
            {names[language]}
            {required && ' *'} <span className="secondary code">{key}</span>
            {help && <div className="secondary">{help[language]}</div>}
          </li>
        ))}
      </ul>
      <h3>{t('monitorType.sections')}</h3>
      {type.sections.map(({ key, names, counters, computed }) => (
        <section key={key}>
          <b>{names[language]}</b> <span className="secondary code">{key}</span>
          <ul>
            {[...counters, ...computed].map(each => (
              <li key={each.key}>
                {each.names[language]}{' '}
                <span className="secondary code">
                  {'kind' in each ? each.kind : each.expression} {each.unit}
                </span>
                <div className="secondary">{each.help[language]}</div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {type.charts.length > 0 && <h3>{t('monitorType.charts')}</h3>}
      <ul>
        {type.charts.map(({ key, names, unit, counters }) => (
          <li key={key}>
            {names[language]} <span className="secondary code">{unit}</span>
            <div className="secondary">
              {counters.map(each => nameOf.get(each) ?? each).join(t('monitor.comma'))}
            </div>
          </li>
        ))}
      </ul>
      {type.tables.length > 0 && <h3>{t('monitorType.tables')}</h3>}
      <ul>
        {type.tables.map(({ key, names, columns }) => (
          <li key={key}>
            {names[language]}
            <div className="secondary">{columns.join(t('monitor.comma'))}</div>
          </li>
        ))}
      </ul>
    </div>
  )
}
