/** The variables and functions available to a script, below its code. */
import { scriptMembers } from '@pone/plan/functions/script-api.ts'
import { Collapse } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useStep } from '../context/step-context.ts'

const example = `const { items } = response.json()
if (items.length === 0) fail('the list is empty')
vars.set('itemId', fn.randomItem(...items.map(item => item.id)))
log('chosen', vars.get('itemId'))`

export function ScriptApi() {
  const t = useT()
  const language = useSession('language')
  const context = useStep('script')
  const isOpen = context?.step.code === ''
  return (
    <Collapse
      size="small"
      defaultActiveKey={isOpen ? ['api'] : []}
      items={[
        {
          key: 'api',
          label: t('component.script.apiTitle'),
          children: (
            <>
              <p className="cd-help">{t('component.script.help')}</p>
              <dl className="cd-api">
                {scriptMembers.map(({ label, type, detail }) => (
                  <div key={label}>
                    <dt className="cd-mono">
                      {label} <span className="cd-help">{type}</span>
                    </dt>
                    <dd>{detail[language]}</dd>
                  </div>
                ))}
              </dl>
              <h4 className="cd-detail-title">{t('component.function.example')}</h4>
              <pre className="cd-raw">{example}</pre>
            </>
          ),
        },
      ]}
    />
  )
}
