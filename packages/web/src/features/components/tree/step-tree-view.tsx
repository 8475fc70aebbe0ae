/** The step tree: its rows, and where steps may be moved; the behaviour is that of every editor's tree. */

import { Dropdown } from 'antd'
import { type ComponentProps, useMemo, useRef, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { TreeBar } from '../../../ui/editor/tree-bar.tsx'
import { useRowTree } from '../../../ui/editor/use-row-tree.ts'
import { EmptyState } from '../../../ui/page/page-states.tsx'
import { useVirtualRows } from '../../../ui/virtual-rows/use-virtual-rows.ts'
import { useEditor } from '../context/editor-context.ts'
import { findStep, type Place } from '../model/step-tree.ts'
import { resultOf } from '../trial/use-trial.ts'
import { AddStepButton, type ImportSource } from './add-step-menu.tsx'
import { stepNameField, useStepCommands } from './step-commands.ts'
import { useStepMenu } from './step-menu.tsx'
import { StepRow } from './step-row.tsx'
import { dropAt, holdsSteps, wrongSteps } from './step-rows.ts'
import { useStepRows } from './use-step-rows.ts'

export function StepTreeView({ onImport }: { readonly onImport: (source: ImportSource) => void }) {
  const t = useT()
  const { state, dispatch, isReadOnly, problems, folding, trial } = useEditor()
  const { selection, document } = state
  const { steps } = document
  const commands = useStepCommands()
  const [search, setSearch] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const current = selection.at(-1)
  const { folded, toggle } = folding
  const [isAdding, setAdding] = useState(false)
  const { hits, rows, keys, layout, siblings } = useStepRows(steps, search, folded)
  const wrong = useMemo(() => wrongSteps(problems), [problems])
  const { treeProps, dropMarkOf } = useRowTree<Place>({
    box,
    keys,
    selection,
    onSelect: ids => dispatch({ kind: 'select', ids }),
    isReadOnly,
    isSearching: hits !== null,
    folded,
    toggleFold: toggle,
    isGroup: key => holdsSteps(findStep(steps, key)),
    parentOf: key => rows.find(({ step }) => step.id === key)?.parentId ?? null,
    commands,
    onAdd: () => setAdding(true),
    nameField: stepNameField,
    dragType: 'text/pone-steps',
    placeAt: point => dropAt({ steps, rows, chosen: selection }, point),
    endPlace: { target: null, where: 'into' },
  })
  const rendered = useVirtualRows({ box, layout, rows, keys, current })
  const chooseFirstHit = () => {
    dispatch({ kind: 'select', ids: hits?.slice(0, 1) ?? [] })
    box.current?.focus()
  }
  const menu = useStepMenu(commands, onImport)
  const adding = { commands, onImport }
  return (
    <div className="cd-tree-pane">
      <TreeBar
        add={!isReadOnly && <AddStepButton {...adding} isOpen={isAdding} onOpen={setAdding} />}
        label={t('component.searchSteps')}
        value={search}
        onChange={setSearch}
        found={hits?.length ?? null}
        onEnter={chooseFirstHit}
        menu={menu}
      />
      <Dropdown menu={menu} trigger={['contextMenu']} disabled={rows.length === 0}>
        <div {...treeProps} ref={box} aria-label={t('component.tab.steps')} className="cd-tree">
          <div className="cd-rows" style={{ height: layout.totalPx }}>
            {rendered.map(({ row, topPx, heightPx }) => (
              <StepRow
                key={row.step.id}
                step={row.step}
                depth={row.depth}
                topPx={topPx}
                heightPx={heightPx}
                isActive={row.isActive}
                isSelected={selection.includes(row.step.id)}
                isCurrent={row.step.id === current}
                isFolded={folded.has(row.step.id) && hits === null}
                hasError={wrong.has(row.step.id)}
                {...resultOf(trial, row.step.id)}
                dropMark={dropMarkOf(row.step.id)}
                isDraggable={!isReadOnly}
                position={row.index + 1}
                siblings={siblings.get(row.parentId) ?? 1}
                onToggle={toggle}
              />
            ))}
          </div>
          {steps.length === 0 && <NoSteps {...adding} />}
          {steps.length > 0 && rows.length === 0 && <p className="cd-hint">{t('component.searchNone')}</p>}
        </div>
      </Dropdown>
    </div>
  )
}

/** What to begin with in an empty component. */
function NoSteps(adding: ComponentProps<typeof AddStepButton>) {
  const t = useT()
  const { isReadOnly } = useEditor()
  return (
    <EmptyState
      title={t('component.noSteps')}
      text={t('component.noStepsHint')}
      action={!isReadOnly && <AddStepButton {...adding} isPrimary />}
    />
  )
}
