/** Replaces the searched text in all matching elements. */
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { usePlan } from '../plan/plan-context.ts'
import { replaceText } from './replace-text.ts'

interface ReplaceBarProps {
  readonly search: string
  /** Keys of the matching elements. */
  readonly keys: ReadonlySet<string>
}

export function ReplaceBar({ search, keys }: ReplaceBarProps) {
  const t = useT()
  const { state, edit } = usePlan()
  const [replacement, setReplacement] = useState('')
  const replace = () => {
    const { edited, count } = replaceText(state.plan, keys, search, replacement)
    if (count === 0 || edit(() => edited))
      notify({ kind: count === 0 ? 'info' : 'success', text: t('jmeterPlan.replaced', { count }) })
  }
  return (
    <div className="cd-tree-bar jm-replace">
      <Space.Compact block>
        <Input
          size="small"
          value={replacement}
          placeholder={t('jmeterPlan.replaceBy')}
          aria-label={t('jmeterPlan.replaceBy')}
          onChange={event => setReplacement(event.target.value)}
          onPressEnter={replace}
        />
        <Button size="small" onClick={replace}>
          {t('jmeterPlan.replaceAll')}
        </Button>
      </Space.Compact>
    </div>
  )
}
