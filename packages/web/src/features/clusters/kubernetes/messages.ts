/** Texts about clusters whose load machines are Kubernetes pods, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const kubernetesMessages = {
  'kubernetes.action': text('Kubernetes', 'Kubernetes'),
  'kubernetes.title': text('集群“{{name}}”的按需压力机', 'Machines on demand of cluster “{{name}}”'),
  'kubernetes.text': text(
    '启动任务时，如果集群中的压力机不够，Pone 会在 Kubernetes 中创建所缺的 Pod，就绪后任务自动开始；空闲的 Pod 到时删除。',
    'When a run lacks load machines, Pone makes the missing ones as pods on Kubernetes, and the run begins when they are ready; idle pods are deleted after a while.',
  ),
  'kubernetes.tab.settings': text('设置', 'Settings'),
  'kubernetes.tab.pods': text('Pod', 'Pods'),
  'kubernetes.connection': text('连接', 'Connection'),
  'kubernetes.connection.inCluster': text('服务器所在集群', 'The server’s own cluster'),
  'kubernetes.connection.kubeconfig': text('kubeconfig', 'kubeconfig'),
  'kubernetes.connectionHelp.inCluster': text(
    '使用服务器的服务账号；用 Helm 部署时已授权。',
    'With the server’s service account; the Helm chart gives it the rights.',
  ),
  'kubernetes.kubeconfig': text('kubeconfig 内容', 'Content of the kubeconfig'),
  'kubernetes.kubeconfigHelp': text(
    '加密保存，不会再显示。证书和令牌须写在其中，不能引用文件或程序。',
    'Kept sealed and never shown again. Certificates and token must stand in it; it may not name files or programs.',
  ),
  'kubernetes.kubeconfigKept': text('已保存；留空则不变', 'Stored; leave empty to keep it'),
  'kubernetes.namespace': text('命名空间', 'Namespace'),
  'kubernetes.namespaceHelp': text(
    'Pod 创建在这个命名空间，账号须有创建和删除 Pod 的权限。',
    'Pods are created here; the account needs the right to create and delete pods.',
  ),
  'kubernetes.image': text('镜像', 'Image'),
  'kubernetes.imageHelp': text(
    'Agent 的镜像，版本须与服务器相同，用 deploy/agent/Containerfile 构建。',
    'Image of the agent in the version of the server; deploy/agent/Containerfile builds it.',
  ),
  'kubernetes.pullSecret': text('镜像拉取密钥', 'Pull secret'),
  'kubernetes.pullSecretHelp': text(
    '私有镜像仓库需要，填写命名空间中 Secret 的名称。公开镜像留空。',
    'Name of a secret of the namespace, for private registries. Empty for public images.',
  ),
  'kubernetes.serverUrl': text('服务器地址', 'Server address'),
  'kubernetes.serverUrlHelp': text('Pod 访问服务器的地址', 'Under which the pods reach the server'),
  'kubernetes.usersPerPod': text('每个 Pod 的虚拟用户', 'Virtual users per pod'),
  'kubernetes.usersPerPodHelp': text(
    '每个 Pod 承担的用户上限，所缺用户数除以它就是要创建的 Pod 数。与 CPU 请求一起调整。',
    'The most users of one pod: missing users divided by it give the number of pods. Change it together with the CPU request.',
  ),
  'kubernetes.maxPods': text('最多 Pod 数', 'Most pods'),
  'kubernetes.maxPodsHelp': text(
    '同时存在的 Pod 上限，防止占满 Kubernetes 集群。',
    'The most pods at the same time, so that they do not fill the Kubernetes cluster.',
  ),
  'kubernetes.cpuRequest': text('CPU 请求', 'CPU request'),
  'kubernetes.cpuRequestHelp': text(
    '每个 Pod 预留的 CPU，500m 表示半核，2 表示两核。',
    'CPU reserved for each pod: 500m is half a core, 2 are two cores.',
  ),
  'kubernetes.memoryRequest': text('内存请求', 'Memory request'),
  'kubernetes.memoryHelp': text('同时作为上限', 'Also the limit'),
  'kubernetes.nodeSelector': text('节点选择', 'Node selector'),
  'kubernetes.nodeSelectorHelp': text('标签=值，多个用逗号分隔', 'label=value, separated by commas'),
  'kubernetes.idleMinutes': text('空闲多久后删除', 'Delete when idle for'),
  'kubernetes.idleMinutesHelp': text(
    'Pod 多久没有任务后删除。经常执行时设长一些，省去启动时间。',
    'Time without a run after which a pod is deleted. A longer one saves the start of pods between runs.',
  ),
  'kubernetes.startMinutes': text('最长等待就绪', 'Wait for them at most'),
  'kubernetes.startMinutesHelp': text(
    '超过后仍未就绪，任务失败并说明原因。镜像较大时设长一些。',
    'The run fails with the reason if pods are not ready by then. Set it longer for large images.',
  ),
  'kubernetes.minutes': text('分钟', 'min'),
  'kubernetes.check': text('测试连接', 'Try the connection'),
  'kubernetes.checkOk': text('连接正常，Kubernetes {{version}}', 'It works: Kubernetes {{version}}'),
  'kubernetes.remove': text('停用按需压力机', 'Stop making machines'),
  'kubernetes.removeTitle': text(
    '停用集群“{{name}}”的按需压力机？',
    'Stop making machines for cluster “{{name}}”?',
  ),
  'kubernetes.removeText': text(
    '没有任务占用的 Pod 会立即删除。',
    'Pods that no run holds are deleted at once.',
  ),
  'kubernetes.podsEmpty': text('现在没有 Pod', 'There is no pod now'),
  'kubernetes.pod': text('Pod', 'Pod'),
  'kubernetes.podState': text('状态', 'State'),
  'kubernetes.podState.starting': text('启动中', 'Starting'),
  'kubernetes.podState.joined': text('已接入', 'Joined'),
  'kubernetes.podState.ending': text('删除中', 'Ending'),
  'kubernetes.podState.failed': text('失败', 'Failed'),
  'kubernetes.podAt': text('创建时间', 'Made'),
} as const
