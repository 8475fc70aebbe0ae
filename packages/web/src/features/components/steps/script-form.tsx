/** Properties of a script step: code editor, time limit, and what a script can use. */

import { scriptMembers } from '@pone/plan/functions/script-api.ts'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { Collapse } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useEditor } from '../editor/editor-context.ts'
import { Field } from '../fields/field.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { ProblemLines } from '../problems/problem-lines.tsx'
import { problemsAt } from '../problems/problems.ts'
import type { StepEdit } from './step-properties.tsx'

const CodeField = lazy(async () => ({
  default: (await import('../../../ui/editor/code-field.tsx')).CodeField,
}))

const example = `const { items } = response.json()
if (items.length === 0) fail('the list is empty')
vars.set('itemId', fn.randomItem(...items.map(item => item.id)))
log('chosen', vars.get('itemId'))`

export function ScriptForm({
  step,
  onEdit,
}: {
  readonly step: StepOf<'script'>
  readonly onEdit: StepEdit<StepOf<'script'>>
}) {
  const t = useT()
  const language = useSession('language')
  const { isReadOnly, problems } = useEditor()
  const members = useMemo(
    () => scriptMembers.map(({ label, type, detail }) => ({ label, type, info: detail[language] })),
    [language],
  )
  return (
    <div className="cd-script">
      <div data-field={`${step.id}:code`}>
        <Suspense fallback={<div className="cd-code-loading">{t('state.loading')}</div>}>
          <CodeField
            value={step.code}
            language="typescript"
            members={members}
            label={t('component.script.code')}
            isReadOnly={isReadOnly}
            minHeight={220}
            onChange={code => onEdit({ ...step, code }, 'code')}
          />
        </Suspense>
        <ProblemLines problems={problemsAt(problems, `${step.id}:code`)} />
      </div>
      <div className="cd-form">
        <Field
          path={`${step.id}:timeoutMs`}
          label={t('component.script.timeout')}
          help={t('component.script.timeoutHelp')}
        >
          <NumberField
            label={t('component.script.timeout')}
            value={step.timeoutMs}
            min={1}
            max={60_000}
            unit="ms"
            onChange={timeoutMs => onEdit({ ...step, timeoutMs }, 'timeoutMs')}
          />
        </Field>
      </div>
      <Collapse
        size="small"
        defaultActiveKey={step.code === '' ? ['api'] : []}
        items={[
          {
            key: 'api',
            label: t('component.script.apiTitle'),
            children: (
              <>
                <p className="cd-help">{t('component.script.help')}</p>
                <dl className="cd-api">
                  {members.map(({ label, type, info }) => (
                    <div key={label}>
                      <dt className="cd-mono">
                        {label}
                        <span className="cd-help">{type}</span>
                      </dt>
                      <dd>{info}</dd>
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
    </div>
  )
}
