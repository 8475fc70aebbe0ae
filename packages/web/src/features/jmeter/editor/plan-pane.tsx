/** Loads the plan of the chosen component and opens it in the editor. */
import type { JmeterComponent } from '@pone/contract/entities/jmeter-component.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { useJmeterComponent } from '../jmeter-queries.ts'
import { fromBase64 } from './plan-bytes.ts'
import { PlanEditorView } from './plan-editor.tsx'
import type { PlanPaneProps } from './plan-pane-props.ts'

export function PlanPane(props: PlanPaneProps) {
  const component = useJmeterComponent(props.node.id)
  if (component.isPending) return <LoadingState rows={10} />
  if (component.isError)
    return <ErrorState error={component.error} onRetry={() => void component.refetch()} />
  return <LoadedPlan {...props} component={component.data} />
}

function LoadedPlan(props: PlanPaneProps & { readonly component: JmeterComponent }) {
  const t = useT()
  const language = useSession('language')
  const { component } = props
  const read = useMemo(() => {
    const decoded = decodePlan(fromBase64(component.document.base64))
    return decoded.ok ? readPlan(decoded.text) : decoded
  }, [component])
  if (read.ok) return <PlanEditorView {...props} revision={component.revision} plan={read.plan} />
  const { line } = read.problem
  return (
    <EmptyState
      title={t('jmeterPlan.unreadable')}
      text={t('jmeterPlan.atLine', { line, text: jmxProblemText(read.problem)[language] })}
    />
  )
}
