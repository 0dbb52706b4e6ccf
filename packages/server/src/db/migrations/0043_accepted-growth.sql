-- Accepted is what each hosted record serves now: what passes in its upstreams, and what is withheld of removals.
UPDATE "flattening" SET "memory" = "memory" || jsonb_build_object(
  'version', 2,
  'sources', '[]'::jsonb,
  'asked', NULL,
  'accepted', jsonb_build_object(
    'addresses', (
      SELECT coalesce(jsonb_agg(DISTINCT "block"), '[]'::jsonb) FROM (
        SELECT jsonb_array_elements_text("memory"->'passing') AS "block"
        UNION ALL
        SELECT jsonb_array_elements_text("part"->'addresses') FROM jsonb_array_elements("memory"->'withheld') AS "part"
      ) AS "served"
    ),
    'kept', (
      SELECT coalesce(jsonb_agg(DISTINCT "term"), '[]'::jsonb) FROM (
        SELECT jsonb_array_elements_text("memory"->'kept') AS "term"
        UNION ALL
        SELECT jsonb_array_elements_text("part"->'kept') FROM jsonb_array_elements("memory"->'withheld') AS "part"
      ) AS "kept" WHERE left("term", 1) NOT IN ('-', '~', '?')
    )
  )
) WHERE "memory"->>'version' = '1';
