/** Problems that the check of the component finds while it is edited; a click scrolls the field into view. */
import { CheckCircleFilled, CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useEditor } from '../context/editor-context.ts'
import { stepTitle } from '../model/step-summary.ts'
import { pathTo } from '../model/step-tree.ts'
import { useProblemText } from '../problems/problem-text.ts'

export function ProblemsPanel({ onReveal }: { readonly onReveal: (path: string) => void }) {
  const t = useT()
  const language = useSession('language')
  const textOf = useProblemText()
  const { problems, state } = useEditor()
  if (problems.length === 0) {
    return (
      <p className="cd-dock-hint cd-passed">
        <CheckCircleFilled aria-hidden /> {t('component.problem.none')}
      </p>
    )
  }
  return (
    <ul className="cd-problems">
      {problems.map(problem => (
        <li key={problem.key}>
          <button type="button" className="cd-problem" onClick={() => onReveal(problem.path)}>
            {problem.severity !== 'warning' ? (
              <CloseCircleFilled className="cd-failed" aria-label={t('component.problem.error')} />
            ) : (
              <WarningFilled className="cd-warning" aria-label={t('component.problem.warning')} />
            )}
            <span>{textOf(problem)}</span>
            <span className="cd-help cd-ellipsis">
              {problem.stepId === null
                ? t(`component.problem.at.${problem.area}`)
                : pathTo(state.document.steps, problem.stepId)
                    .map(step => stepTitle(step, language))
                    .join(' › ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
