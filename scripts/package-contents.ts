/** The allowed files of the service's package; any other file is a packing mistake. */
const ALLOWED = [
  /^(?:package\.json|(?:README|CHANGELOG|SECURITY|THIRD-PARTY-NOTICES)\.md|LICENSE|openapi\.json)$/,
  /^bin\/switchyard\.mjs$/,
  /^catalog\/[\w.-]+\.json$/,
  /^migrations\/[\w.-]+\.sql$/,
  /^console\/dist\/.+$/,
  /^dist\/.+\.(?:js|js\.map|json|css)$/,
  /^dist\/embed\.d\.ts$/,
  /^docs\/.+\.(?:md|png|jpg|svg|json)$/,
  /^docs\/\.site\/.+\.(?:html|md|txt|json|css|js|png|jpg|svg)(?:\.(?:br|gz))?$/,
  /^node_modules\/@switchyard\/sdk\/(?:package\.json|README\.md|LICENSE|llms\.txt|react\/package\.json|docs\/.+\.md|dist\/.+\.(?:js|js\.map|json|d\.ts))$/,
];
/** Pages of the documentation are named after operations, such as `models.test`. */
const FORBIDDEN = /^(?!docs\/\.site\/).*?(?:^|[/.])(?:test|fixture|bench)s?[/.]/;

/** One file of each part: a package without it does not start, or starts without that part. */
const NEEDED = [
  'LICENSE',
  'THIRD-PARTY-NOTICES.md',
  'bin/switchyard.mjs',
  'console/dist/index.html',
  'dist/embed.d.ts',
  'dist/embed.js',
  'dist/main.js',
  'dist/main.js.map',
  'docs/errors.md',
  'docs/.site/index.html',
  'openapi.json',
  'node_modules/@switchyard/sdk/dist/sdk.js',
];

/** Problems with the files of a packed service, a line each. */
export function packageProblems(files: readonly string[]): string[] {
  const isAllowed = (file: string) => ALLOWED.some((pattern) => pattern.test(file)) && !FORBIDDEN.test(file);
  return [
    ...files.filter((file) => !isAllowed(file)).map((file) => `${file} does not belong into the package`),
    ...NEEDED.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
  ];
}
