export default async function Page() {
  const { data } = await (await fetch(`${process.env.CMS_URL}/api/posts?sort=title`)).json();
  return (
    <ul>
      {data.map(({ documentId, title }) => (
        <li key={documentId}>{title}</li>
      ))}
    </ul>
  );
}
