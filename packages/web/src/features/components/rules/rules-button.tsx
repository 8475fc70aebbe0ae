/** Opens the correlation rules of the project from the review of an import, and tells when they could not be loaded. */
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import type { CorrelationRulesState } from './use-correlation-rules.ts'

// With the engine of regular expressions, which only few need.
const RulesDrawer = lazyPart(async () => ({ default: (await import('./rules-drawer.tsx')).RulesDrawer }))

interface RulesButtonProps {
  readonly state: CorrelationRulesState
  /** They were changed: what was read has to be read anew. */
  readonly onChanged: () => void
}

export function RulesButton({ state, onChanged }: RulesButtonProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = state.query
  const count = data?.rules.filter(({ enabled }) => enabled).length ?? 0
  const retry = async () => {
    const { isSuccess } = await refetch()
    if (isSuccess) onChanged()
  }
  return (
    <div className="cd-recording-bar">
      <Button className="cd-rules-open" size="small" onClick={() => setOpen(true)}>
        {count === 0 ? t('component.rules.open') : t('component.rules.openCount', { count })}
      </Button>
      {error !== null && data === undefined && (
        <Alert
          type="warning"
          showIcon
          title={t('component.rules.failed', { reason: errorMessage(error) })}
          action={
            <Button size="small" onClick={() => void retry()}>
              {t('action.retry')}
            </Button>
          }
        />
      )}
      {isOpen && <RulesDrawer state={state} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </div>
  )
}
