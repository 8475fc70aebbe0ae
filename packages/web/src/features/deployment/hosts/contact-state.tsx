/** The result of a connection test of one host, in one line. */
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { Outcome } from './contact-outcomes.ts'
import '../deployment.css'

/** `outcome`: absent while the test is running. */
export function ContactState({ outcome }: { readonly outcome: Outcome | undefined }) {
  const t = useT()
  if (outcome === undefined) return <StatusTag tone="running">{t('host.testing')}</StatusTag>
  const { facts, problem } = outcome
  if (problem === null)
    return (
      <>
        <StatusTag tone="passed">{t('host.testOk')}</StatusTag>
        {facts?.javaVersion === null && <StatusTag tone="warning">{t('host.noJava')}</StatusTag>}
      </>
    )
  if (problem.code === 'hostKeyNew') return <StatusTag tone="warning">{t('contact.keyNew')}</StatusTag>
  return (
    <>
      <StatusTag tone="failed">{t(`host.problem.${problem.code}`)}</StatusTag>
      {problem.detail !== '' && <div className="code secondary">{problem.detail}</div>}
    </>
  )
}
