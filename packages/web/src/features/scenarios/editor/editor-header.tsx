/** The head of the scenario editor, which stays in sight while the page is scrolled: name, save state, what prevents the run, and the buttons to save and run. */
import { CaretRightOutlined, CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import { type Scenario } from '@pone/contract/entities/scenario.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { Button } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useCan } from '../../../lib/session/session.ts'
import { formatInstant } from '../../../ui/format.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { CapacityButton } from '../capacity/capacity-button.tsx'
import type { useScenarioDraft } from '../draft/use-scenario-draft.ts'
import { useExecute } from './use-execute.ts'

export interface EditorHeaderProps {
  readonly scenario: Scenario
  readonly draft: ReturnType<typeof useScenarioDraft>
  readonly isReadOnly: boolean
  /** The scenario with the load of its thread groups. */
  readonly driven: ScenarioDocument
  /** Users that its cluster has left; null: not known. */
  readonly freeUsers: number | null
  /** How many problems prevent its execution; null while unknown. */
  readonly problemCount: number | null
  /** Whether the problems are marked at their fields. */
  readonly isMarked: boolean
  /** Marks all problems at their fields. */
  readonly onMark: () => void
  /** Marks all problems and focuses the first. */
  readonly onShowFirst: () => void
}

export function EditorHeader({
  scenario,
  draft,
  isReadOnly,
  driven,
  freeUsers,
  onMark,
  ...props
}: EditorHeaderProps) {
  const t = useT()
  const { problemCount, onShowFirst } = props
  const canExecute = useCan('run.execute')
  const execute = useExecute()
  const save = () => {
    onMark()
    return draft.save()
  }
  /** False where the scenario cannot be executed yet. */
  const prepare = async () => {
    if (problemCount === 0) return !draft.isDirty || (await save())
    onShowFirst()
    return false
  }
  const run = async () => {
    if (await prepare()) execute.start(scenario.id)
  }
  return (
    <PageHeader
      title={scenario.name}
      note={
        <>
          <span className="scenario-status">
            {draft.isDirty
              ? t('scenario.unsaved')
              : t('scenario.revision', {
                  revision: scenario.revision,
                  by: scenario.updatedBy,
                  at: formatInstant(scenario.updatedAt),
                })}
          </span>{' '}
          <Readiness {...props} isReadOnly={isReadOnly} />
        </>
      }
      actions={
        <>
          {!isReadOnly && (
            <Button disabled={!draft.isDirty} loading={draft.isSaving} onClick={() => void save()}>
              {t('scenario.save')}
            </Button>
          )}
          {canExecute && (
            <CapacityButton
              scenarioId={scenario.id}
              document={driven}
              freeUsers={freeUsers}
              isDisabled={problemCount === null}
              prepare={prepare}
            />
          )}
          {canExecute && (
            <Button
              type="primary"
              icon={<CaretRightOutlined aria-hidden />}
              disabled={problemCount === null}
              loading={execute.isStarting}
              onClick={() => void run()}
            >
              {t(draft.isDirty ? 'scenario.saveAndExecute' : 'scenario.execute')}
            </Button>
          )}
        </>
      }
    />
  )
}

/** Number of problems that prevent the run, a link to the first; in the colour of a warning once they are marked. */
function Readiness({
  problemCount,
  isMarked,
  isReadOnly,
  onShowFirst,
}: Pick<EditorHeaderProps, 'problemCount' | 'isMarked' | 'isReadOnly' | 'onShowFirst'>) {
  const t = useT()
  const hasProblems = problemCount !== null && problemCount > 0
  return (
    <span className="scenario-status" role="status">
      {problemCount === 0 && (
        <span className="scenario-ready">
          <CheckCircleOutlined aria-hidden /> {t('scenario.ready')}
        </span>
      )}
      {hasProblems && (
        <button
          type="button"
          className={isMarked ? 'link-button scenario-unready' : 'link-button'}
          onClick={onShowFirst}
        >
          {isMarked && <ExclamationCircleOutlined aria-hidden />}{' '}
          {t('scenario.problems', { count: problemCount })}
        </button>
      )}
      {isReadOnly && <span className="scenario-help"> · {t('scenario.readOnly')}</span>}
    </span>
  )
}
