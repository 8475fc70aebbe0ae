/** Texts about clusters whose load machines are Kubernetes pods, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const kubernetesMessages = {
  'kubernetes.action': text('Kubernetes', 'Kubernetes'),
  'kubernetes.title': text('集群“{{name}}”的按需压力机', 'On-demand load machines of cluster “{{name}}”'),
  'kubernetes.text': text(
    '启动任务时，如果集群中的压力机不够，Pone 会在 Kubernetes 中创建所缺的 Pod，就绪后任务自动开始；空闲的 Pod 到时删除。',
    'If a cluster has too few load machines when a run starts, Pone creates the missing pods in Kubernetes. The run starts when they are ready. Idle pods are deleted after a time-out.',
  ),
  'kubernetes.tab.settings': text('设置', 'Settings'),
  'kubernetes.tab.pods': text('Pod', 'Pods'),
  'kubernetes.connection': text('连接', 'Connection'),
  'kubernetes.connection.inCluster': text('服务器所在集群', 'Cluster of the server'),
  'kubernetes.connection.kubeconfig': text('kubeconfig', 'kubeconfig'),
  'kubernetes.connectionHelp.inCluster': text(
    '使用服务器的服务账号；用 Helm 部署时已授权。',
    'Uses the service account of the server. The Helm chart grants the permissions.',
  ),
  'kubernetes.kubeconfig': text('kubeconfig 内容', 'kubeconfig content'),
  'kubernetes.kubeconfigHelp': text(
    '加密保存，不会再显示。证书和令牌须写在其中，不能引用文件或程序。',
    'Stored encrypted and never shown again. Certificates and tokens must be embedded; references to files or programs are not allowed.',
  ),
  'kubernetes.kubeconfigKept': text('已保存；留空则不变', 'Stored; leave empty to keep it unchanged'),
  'kubernetes.namespace': text('命名空间', 'Namespace'),
  'kubernetes.namespaceHelp': text(
    'Pod 创建在这个命名空间，账号须有创建和删除 Pod 的权限。',
    'Pods are created in this namespace. The account needs permission to create and delete pods.',
  ),
  'kubernetes.image': text('镜像', 'Image'),
  'kubernetes.imageHelp': text(
    'Agent 的镜像，版本须与服务器相同，用 deploy/agent/Containerfile 构建。',
    'Agent image. Its version must match the server; build it from deploy/agent/Containerfile.',
  ),
  'kubernetes.pullSecret': text('镜像拉取密钥', 'Image pull secret'),
  'kubernetes.pullSecretHelp': text(
    '私有镜像仓库需要，填写命名空间中 Secret 的名称。公开镜像留空。',
    'Name of a Secret in the namespace, required for private registries. Leave empty for public images.',
  ),
  'kubernetes.serverUrl': text('服务器地址', 'Server address'),
  'kubernetes.serverUrlHelp': text('Pod 访问服务器的地址', 'Address at which pods reach the server'),
  'kubernetes.usersPerPod': text('每个 Pod 的虚拟用户', 'Virtual users per pod'),
  'kubernetes.usersPerPodHelp': text(
    '每个 Pod 承担的用户上限，所缺用户数除以它就是要创建的 Pod 数。与 CPU 请求一起调整。',
    'Max virtual users per pod. The number of pods to create is the number of missing users divided by this value. Adjust it together with the CPU request.',
  ),
  'kubernetes.maxPods': text('最多 Pod 数', 'Max pods'),
  'kubernetes.maxPodsHelp': text(
    '同时存在的 Pod 上限，防止占满 Kubernetes 集群。',
    'Max number of pods at the same time, to limit the resources used in the Kubernetes cluster.',
  ),
  'kubernetes.cpuRequest': text('CPU 请求', 'CPU request'),
  'kubernetes.cpuRequestHelp': text(
    '每个 Pod 预留的 CPU，500m 表示半核，2 表示两核。',
    'CPU reserved for each pod: 500m is half a core, 2 is two cores.',
  ),
  'kubernetes.memoryRequest': text('内存请求', 'Memory request'),
  'kubernetes.memoryHelp': text('同时作为上限', 'Also used as the limit'),
  'kubernetes.nodeSelector': text('节点选择', 'Node selector'),
  'kubernetes.nodeSelectorHelp': text('标签=值，多个用逗号分隔', 'label=value, separated by commas'),
  'kubernetes.idleMinutes': text('空闲多久后删除', 'Delete after idle time'),
  'kubernetes.idleMinutesHelp': text(
    'Pod 多久没有任务后删除。经常执行时设长一些，省去启动时间。',
    'Time without runs after which a pod is deleted. Increase it if you run tests often, to avoid waiting for pods to start.',
  ),
  'kubernetes.startMinutes': text('最长等待就绪', 'Max wait until ready'),
  'kubernetes.startMinutesHelp': text(
    '超过后仍未就绪，任务失败并说明原因。镜像较大时设长一些。',
    'If the pods are not ready in this time, the run fails with the reason. Increase it for large images.',
  ),
  'kubernetes.minutes': text('分钟', 'min'),
  'kubernetes.check': text('测试连接', 'Test connection'),
  'kubernetes.checkOk': text('连接正常，Kubernetes {{version}}', 'Connection OK, Kubernetes {{version}}'),
  'kubernetes.remove': text('停用按需压力机', 'Disable on-demand load machines'),
  'kubernetes.removeTitle': text(
    '停用集群“{{name}}”的按需压力机？',
    'Disable on-demand load machines of cluster “{{name}}”?',
  ),
  'kubernetes.removeText': text(
    '没有任务占用的 Pod 会立即删除。',
    'Pods that are not used by a run are deleted immediately.',
  ),
  'kubernetes.podsEmpty': text('现在没有 Pod', 'No pods'),
  'kubernetes.pod': text('Pod', 'Pod'),
  'kubernetes.podState': text('状态', 'State'),
  'kubernetes.podState.starting': text('启动中', 'Starting'),
  'kubernetes.podState.joined': text('已接入', 'Joined'),
  'kubernetes.podState.ending': text('删除中', 'Deleting'),
  'kubernetes.podState.failed': text('失败', 'Failed'),
  'kubernetes.podAt': text('创建时间', 'Created'),
} as const
