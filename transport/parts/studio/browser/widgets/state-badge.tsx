interface StateBadgeProps {
  readonly state: "draft" | "modified" | "published";
}

const TITLES = { draft: "Draft", modified: "Modified", published: "Published" };

/** Whether a document is published, and as it was saved last. */
export function StateBadge({ state }: StateBadgeProps) {
  return <span class={`badge ${state}`}>{TITLES[state]}</span>;
}
