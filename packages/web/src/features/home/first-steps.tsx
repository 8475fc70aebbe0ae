/** The three steps to the first report, in a project that has no run yet; each shows whether it is done. */
import { CheckCircleFilled } from '@ant-design/icons'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { useSession } from '../../lib/session/session.ts'
import { ButtonLink } from '../../ui/page/button-link.tsx'
import type { HomeFigures } from './home-figures.ts'

interface FirstStep {
  readonly key: 'component' | 'scenario' | 'run'
  readonly to: string
  readonly needs: ProjectFunction
  readonly isDone: boolean
}

const stepsOf = ({ components, scenarios, runs }: HomeFigures): FirstStep[] => [
  { key: 'component', to: links.components, needs: 'component.edit', isDone: components > 0 },
  { key: 'scenario', to: links.scenarios, needs: 'scenario.edit', isDone: scenarios > 0 },
  { key: 'run', to: links.scenarios, needs: 'run.execute', isDone: runs.total > 0 },
]

export function FirstSteps({ data }: { readonly data: HomeFigures }) {
  const t = useT()
  const accessList = useSession('accessList')
  const steps = stepsOf(data)
  const next = steps.find(step => !step.isDone)
  return (
    <section className="home-panel">
      <h2 className="panel-title">{t('home.firstSteps')}</h2>
      <ol className="first-steps">
        {steps.map((step, index) => (
          <li key={step.key} className="first-step" aria-current={step === next ? 'step' : undefined}>
            <span className="first-step-number">
              {step.isDone ? <CheckCircleFilled aria-label={t('home.stepDone')} /> : index + 1}
            </span>
            <h3>{t(`home.step.${step.key}`)}</h3>
            <p className="secondary">{t(`home.stepText.${step.key}`)}</p>
            {accessList.includes(step.needs) ? (
              <ButtonLink to={step.to} type={step === next ? 'primary' : 'default'}>
                {t(`home.stepAction.${step.key}`)}
              </ButtonLink>
            ) : (
              <p className="faint">{t('home.stepDenied')}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
