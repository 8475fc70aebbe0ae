/** The form of a stored rule that the address names. */
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { ErrorState, LoadingState } from '../../../../ui/page/page-states.tsx'
import { RuleDrawer } from './rule-drawer.tsx'
import { ruleQuery } from './rule-list-options.ts'

export function LinkedRule({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(ruleQuery(useProjectId(), id))
  if (data !== undefined) return <RuleDrawer rule={data} onClose={onClose} />
  return (
    <Drawer open size={860} title={t('alert.rule')} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={10} />}
    </Drawer>
  )
}
