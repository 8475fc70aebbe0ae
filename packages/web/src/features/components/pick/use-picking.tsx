/** Makes an extractor or a checkpoint of a value that was picked in a response, and shows it in the form of its step. */
import { CheckSquareOutlined, ExportOutlined } from '@ant-design/icons'
import type { StepOf } from '@pone/plan/steps/registry.ts'
import { Button } from 'antd'
import { useContext } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { EditorContext } from '../context/editor-context.ts'
import { findStep } from '../model/step-tree.ts'
import { canCheck, canExtract, type Pick, type Picked, withCheckpoint, withExtractor } from './pick.ts'

export interface Picking {
  readonly step: StepOf<'request'>
  readonly extract: (pick: Pick) => void
  readonly check: (pick: Pick) => void
}

/** Null where nothing can be added: outside the component editor, without the right to edit, or if the step is gone. */
export function usePicking(stepId: string, onReveal: ((path: string) => void) | undefined): Picking | null {
  const editor = useContext(EditorContext)
  const step = editor && findStep(editor.state.document.steps, stepId)
  if (!editor || editor.isReadOnly || step?.kind !== 'request' || onReveal === undefined) return null
  const { dispatch, offers } = editor
  const add = ({ step: changed, field }: Picked) => {
    dispatch({ kind: 'updateStep', id: stepId, step: changed, at: Date.now() })
    onReveal(`${stepId}:${field}`)
  }
  return {
    step,
    extract: pick =>
      add(
        withExtractor(
          step,
          pick,
          offers.map(({ name }) => name),
        ),
      ),
    check: pick => add(withCheckpoint(step, pick)),
  }
}

interface PickButtonsProps {
  readonly picking: Picking
  readonly pick: Pick
  /** Icons only, for rows of a table. */
  readonly isSmall?: boolean
}

export function PickButtons({ picking, pick, isSmall = false }: PickButtonsProps) {
  const t = useT()
  const extractText = t('component.pick.extract')
  const checkText = t('component.pick.check')
  return (
    <span className="cd-pick-buttons">
      <Button
        size="small"
        type={isSmall ? 'text' : 'default'}
        icon={<ExportOutlined aria-hidden />}
        title={extractText}
        aria-label={isSmall ? `${extractText}: ${pick.name}` : undefined}
        disabled={!canExtract(picking.step, pick)}
        onClick={() => picking.extract(pick)}
      >
        {!isSmall && extractText}
      </Button>
      <Button
        size="small"
        type={isSmall ? 'text' : 'default'}
        icon={<CheckSquareOutlined aria-hidden />}
        title={checkText}
        aria-label={isSmall ? `${checkText}: ${pick.name}` : undefined}
        disabled={!canCheck(picking.step, pick)}
        onClick={() => picking.check(pick)}
      >
        {!isSmall && checkText}
      </Button>
    </span>
  )
}
