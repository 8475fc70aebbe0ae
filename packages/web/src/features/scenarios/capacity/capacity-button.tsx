/** Opens the form of a capacity search; of an engine whose load cannot be changed, a button that says so. */
import { AimOutlined } from '@ant-design/icons'
import { engines } from '@pone/plan/engines/registry.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { suggestedSearch } from './capacity-defaults.ts'

const Dialog = lazyPart(async () => ({ default: (await import('./capacity-dialog.tsx')).CapacityDialog }))

export function CapacityButton({
  scenarioId,
  document,
  freeUsers,
  isDisabled,
  prepare,
}: {
  readonly scenarioId: string
  /** With the load of its thread groups. */
  readonly document: ScenarioDocument
  /** Of its cluster; null: not known. */
  readonly freeUsers: number | null
  readonly isDisabled: boolean
  /** Saves the scenario; false: it cannot be executed yet. */
  readonly prepare: () => Promise<boolean>
}) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { changesLoad, displayName: engine } = engines[document.engine]
  return (
    <>
      <Button
        icon={<AimOutlined aria-hidden />}
        disabled={isDisabled || !changesLoad}
        {...(changesLoad ? {} : { title: t('scenario.capacity.never', { engine }) })}
        onClick={() => void prepare().then(setOpen)}
      >
        {t('scenario.capacity.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog
            scenarioId={scenarioId}
            initial={suggestedSearch(document, freeUsers)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
