/** How the target would execute a slow operation: asked on request, shown as a tree with the share of the cost. */
import type { ExecutionPlan, PlanAnswer, PlanNode } from '@pone/contract/entities/slow-operation.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useProjectId } from '../../../lib/project.ts'
import { useSession } from '../../../lib/session/session.ts'
import { ErrorState } from '../../../ui/page/page-states.tsx'
import { problemText } from '../shared/problem-text.ts'

export function OperationPlan({ id, operationId }: { readonly id: string; readonly operationId: number }) {
  const t = useT()
  const projectId = useProjectId()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.monitor.slowOperationPlan({ projectId, id, operationId }),
  })
  return (
    <section className="operation-plan" aria-label={t('monitor.plan')}>
      <header>
        <h3>{t('monitor.plan')}</h3>
        <Button loading={isPending} onClick={() => mutate()}>
          {t(data ? 'monitor.planAgain' : 'monitor.planAsk')}
        </Button>
      </header>
      <p className="secondary">{t('monitor.planHelp')}</p>
      {error && <ErrorState error={error} onRetry={() => mutate()} />}
      {data && <Answer answer={data} />}
    </section>
  )
}

function Answer({ answer: { plan, fault, problem } }: { readonly answer: PlanAnswer }) {
  const t = useT()
  const language = useSession('language')
  if (plan) return <PlanTree plan={plan} />
  if (fault) return <Alert type="info" showIcon title={t(`monitor.planFault.${fault}`)} />
  return (
    <Alert
      type="warning"
      showIcon
      title={problem ? problemText(problem, language) : noValue}
      description={
        problem && problem.detail !== '' ? <span className="code">{problem.detail}</span> : undefined
      }
    />
  )
}

function PlanTree({ plan: { nodes, isGeneric } }: { readonly plan: ExecutionPlan }) {
  const t = useT()
  const highest = Math.max(...nodes.map(node => node.cost ?? 0), Number.MIN_VALUE)
  return (
    <>
      {isGeneric && <p className="secondary">{t('monitor.planGeneric')}</p>}
      <table className="operation-nodes">
        <thead>
          <tr>
            <th scope="col">{t('monitor.planStep')}</th>
            <th scope="col">{t('monitor.planCost')}</th>
            <th scope="col">{t('monitor.planRows')}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node, place) => (
            <NodeRow key={`${place} ${node.title}`} node={node} highest={highest} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function NodeRow({ node, highest }: { readonly node: PlanNode; readonly highest: number }) {
  const { depth, title, object, cost, rows, details } = node
  return (
    <tr>
      <td style={{ paddingLeft: 8 + depth * 20 }}>
        <b>{title}</b> {object !== '' && <span className="code">{object}</span>}
        {details.map(({ name, value }) => (
          <div key={name} className="secondary">
            {name}: <span className="code">{value}</span>
          </div>
        ))}
      </td>
      <td className="tabular">
        {cost === null ? noValue : formatNumber(cost)}
        {cost !== null && <div className="operation-cost" style={{ width: `${(cost / highest) * 100}%` }} />}
      </td>
      <td className="tabular">{rows === null ? noValue : formatNumber(rows)}</td>
    </tr>
  )
}
