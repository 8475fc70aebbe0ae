/** Statements that give a refused account the rights that a monitor of Kubernetes needs, and no more. Pure. */

const rules = {
  pone: `- {apiGroups: [""], resources: [nodes, pods, events], verbs: [list]}
- {apiGroups: [apps], resources: [deployments, statefulsets, daemonsets], verbs: [list]}
- {apiGroups: [metrics.k8s.io], resources: [nodes, pods], verbs: [list]}
- {nonResourceURLs: [/version], verbs: [get]}`,
  kubelet: `- {apiGroups: [""], resources: [nodes/proxy], verbs: [get]}`,
} as const

const roleNames = { pone: 'pone-monitor', kubelet: 'pone-monitor-kubelet' } as const

/** Characters that mean nothing to a shell or in YAML, so that no name ends the statement. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._@:-]*$/

/** The account that an answer of status 403 names. */
function subjectOf(refusal: string): string {
  const [, user = ''] = /User \\?"([^"\\]+)\\?"/.exec(refusal) ?? []
  const [, namespace, account] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? []
  if (
    namespace !== undefined &&
    account !== undefined &&
    plainName.test(namespace) &&
    plainName.test(account)
  )
    return `{kind: ServiceAccount, namespace: ${namespace}, name: ${account}}`
  return plainName.test(user)
    ? `{kind: User, apiGroup: rbac.authorization.k8s.io, name: "${user}"}`
    : '{kind: ServiceAccount, namespace: NAMESPACE, name: NAME}'
}

/** A cluster role and its binding to the account that the refusal names; `kubelet`: the right to ask kubelets through the API. */
export function roleStatement(which: keyof typeof rules, refusal: string): string {
  const name = roleNames[which]
  return `kubectl apply -f - <<'EOF'
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: ${name}}
rules:
${rules[which]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: ${name}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${name}}
subjects:
- ${subjectOf(refusal)}
EOF`
}

/** Where the API `metrics.k8s.io` does not exist, and where its server does not answer. */
export const metricsStatements = {
  absent: `# metrics.k8s.io: Metrics Server
kubectl apply -f https://github.com/kubernetes-sigs/metrics-server/releases/latest/download/components.yaml`,
  silent: `# metrics.k8s.io: Metrics Server
kubectl describe apiservice v1beta1.metrics.k8s.io
kubectl -n kube-system rollout restart deployment metrics-server`,
} as const
