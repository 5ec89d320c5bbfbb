/** The sets have no titles. This derives one from a name: `visual-studio-code`, `nextdotjs`. */
export function makeTitle(name: string): string {
  return name
    .split('-')
    .map(makeWordTitle)
    .join(' ')
    .replace(/ ?plusplus$/i, '++')
    .replace(/^(\w) Sharp$/, '$1#');
}

function makeWordTitle(word: string): string {
  const known = WORDS.get(word);
  if (known) return known;
  const capitalized = word.charAt(0).toUpperCase() + word.slice(1);
  return capitalized
    .replace(/dot(?=[a-z]{2,}$)/i, '.')
    .replace(/(?<=[a-z]{2})(sql|ql|db|css)$/, (ending) => ending.toUpperCase())
    .replace(/(?<=[a-z]{2})(script|hub)$/, (ending) => makeWordTitle(ending))
    .replace(/(?<=\w{2}[^.])js$/, '.js');
}

/** Words that are not written with one capital. */
const WORDS = new Map(
  `.NET,AI,API,AWS,CLI,CLion,CSS,CSS3,D3,DataGrip,DB,DNS,EC2,ECS,EKS,ESLint,GCP,GitLab,GoLand,GPT,
GraphQL,gRPC,HTML,HTML5,HTTP,IBM,IDE,IntelliJ,iOS,iPhone,JetBrains,JS,JSON,JWT,LaTeX,LinkedIn,
macOS,MDN,MDX,MongoDB,MUI,NestJS,n8n,NGINX,npm,NumPy,OpenAI,OpenAPI,OpenGL,OpenID,PDF,PHP,
PhpStorm,PlayStation,pnpm,PostHog,PyCharm,PyTorch,RabbitMQ,RDS,REST,S3,SAP,SDK,SES,SNS,SolidJS,
SQL,SQS,SSH,SVG,SVN,Tailwind CSS,TensorFlow,tRPC,TS,UI,UX,VPC,VS,W3C,WebAssembly,WebGL,WebGPU,
WebRTC,WebStorm,WordPress,WWW,XD,XML,YAML,YouTube`
    .split(/,\n?/)
    .map((word) => [word.toLowerCase().replace(' ', '').replace('.', 'dot'), word]),
);
